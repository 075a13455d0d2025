import type { Generated, Insertable, Selectable } from 'kysely';
import type { Day, Flag, Hex, Id, Json, Moment } from './column-types.ts';
import type {
  HelpRequestsTable,
  LicencePoliciesTable,
  LicenseRemindersTable,
  LicensesTable,
  MachineReleasesTable,
  MachinesTable,
  MovesTable,
  SalesmanDigestsTable,
  SigningKeysTable,
  ToolGrantsTable,
  ToolsTable,
} from './licensing-tables.ts';

export type UserStatus =
  'unverified' | 'pending' | 'approved' | 'active' | 'rejected' | 'expired' | 'withdrawn' | 'suspended' | 'deleted';

export type UsersTable = {
  id: Id;
  login: string;
  loginFold: string;
  firstName: string;
  lastName: string;
  phone: string;
  company: string;
  profileId: number | null;
  brandId: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  language: string;
  canReceiveMail: Flag;
  crmAccount: string | null;
  userDomain: string | null;
  passwordHash: string | null;
  status: UserStatus;
  preferences: Json;
  createdBy: number | null;
  createdAt: Moment;
  requestDate: Moment | null;
  reason: string | null;
  comment: string | null;
  decidedBy: number | null;
  decidedAt: Moment | null;
  version: Generated<number>;
};

export type UserHistoryTable = {
  id: Id;
  userId: number;
  at: Moment;
  actorId: number | null;
  fromStatus: UserStatus | null;
  toStatus: UserStatus;
  reason: string | null;
};

export type SessionsTable = {
  /** The token's `jti`. */
  id: string;
  userId: number;
  createdAt: Moment;
  expiresAt: Moment;
  endedAt: Moment | null;
  lastSeenAt: Moment;
  userAgent: string;
  address: string;
};

export type BrandsTable = {
  id: string;
  /** Its number in licence codes, 0 to 7. */
  code: number;
  name: string;
  theme: string;
  /** `BrandTokens` of shipped.ts: each token's light and dark colour. */
  tokens: Json;
  markSvg: string;
  faviconSvg: string;
  supportEmail: string;
  legalEntity: string;
  senderAddress: string;
  isDefault: Flag;
  version: Generated<number>;
};

export type BrandHostsTable = { host: string; brandId: string };

export type LegalTextsTable = {
  brandId: string;
  document: 'legalNotice' | 'terms' | 'legalDisclaimer';
  /** Markdown; empty for the standard text. */
  text: string;
  version: number;
  changedAt: Moment;
};

export type CountryBrandSalesmenTable = {
  id: Id;
  country: string;
  continent: string;
  brandId: string;
  salesmanId: number;
};

export type ReleaseNotesTable = {
  id: Id;
  title: string;
  description: string;
  version: string;
  releaseDate: Day;
  status: 'draft' | 'published';
  createdAt: Moment;
  updatedAt: Moment;
  rowVersion: Generated<number>;
};

/** What searches look in and lists are sorted by. */
export type ReleaseNoteSearchTable = { releaseNoteId: number; fold: string; title: string; version: string };

export type AuditTable = {
  id: Id;
  at: Moment;
  actorId: number | null;
  requestId: string | null;
  action: string;
  subjectKind: string;
  subjectId: string | null;
  before: Json | null;
  after: Json | null;
};

export type ThrottlesTable = { key: string; count: number; windowStart: Moment; nextAllowedAt: Moment };

export type SettingsTable = { key: string; value: string };

export type OneTimeTokensTable = {
  /** SHA-256 of the token. */
  hash: Hex;
  purpose: 'confirm' | 'activate' | 'reset' | 'handoff' | 'passkey';
  userId: number | null;
  path: string | null;
  challenge: string | null;
  createdAt: Moment;
  expiresAt: Moment;
  usedAt: Moment | null;
};

export type UsedChallengesTable = { id: string; expiresAt: Moment };

export type SecondFactorsTable = {
  id: Id;
  userId: number;
  kind: 'totp' | 'passkey';
  name: string;
  /** TOTP: the sealed secret. Passkey: the public key, base64url. */
  secret: string;
  credentialId: string | null;
  counter: Generated<number>;
  transports: Json;
  createdAt: Moment;
  confirmedAt: Moment | null;
  lastUsedAt: Moment | null;
};

export type RecoveryCodesTable = { hash: Hex; userId: number; usedAt: Moment | null };

export type RequestedToolsTable = { userId: number; toolId: string; brandId: string };

export type UserSearchTable = {
  userId: number;
  fold: string;
  firstName: string;
  lastName: string;
  company: string;
};

export type CrmAccountsTable = { account: string; name: string; city: string; country: string | null; fold: string };

export type OutboxTable = {
  id: Id;
  messageId: string;
  toAddress: string;
  userId: number | null;
  brandId: string;
  kind: string;
  subject: string;
  text: string;
  html: string;
  /** Subject, text and HTML with the link that works; sealed, so that a copy of the database opens nothing. */
  sealed: string | null;
  fileName: string | null;
  file: string | null;
  licenseId: number | null;
  state: 'queued' | 'sending' | 'sent' | 'failed';
  attempts: Generated<number>;
  nextAttemptAt: Moment | null;
  leasedUntil: Moment | null;
  error: string | null;
  createdAt: Moment;
  sentAt: Moment | null;
};

export type AuditChainTable = { auditId: number; previousHash: Hex; hash: Hex };
/** One row, the end of the chain; entries up to `begins_after` were written before there was one. */
export type AuditHeadTable = { id: number; hash: Hex; beginsAfter: number };
export type SchedulesTable = { name: string; nextRunAt: Moment; leasedUntil: Moment | null };

export type Tables = {
  users: UsersTable;
  userHistory: UserHistoryTable;
  sessions: SessionsTable;
  brands: BrandsTable;
  brandHosts: BrandHostsTable;
  legalTexts: LegalTextsTable;
  tools: ToolsTable;
  toolGrants: ToolGrantsTable;
  licencePolicies: LicencePoliciesTable;
  machines: MachinesTable;
  machineReleases: MachineReleasesTable;
  licenses: LicensesTable;
  moves: MovesTable;
  helpRequests: HelpRequestsTable;
  licenseReminders: LicenseRemindersTable;
  salesmanDigests: SalesmanDigestsTable;
  signingKeys: SigningKeysTable;
  countryBrandSalesmen: CountryBrandSalesmenTable;
  releaseNotes: ReleaseNotesTable;
  releaseNoteSearch: ReleaseNoteSearchTable;
  audit: AuditTable;
  throttles: ThrottlesTable;
  settings: SettingsTable;
  oneTimeTokens: OneTimeTokensTable;
  usedChallenges: UsedChallengesTable;
  secondFactors: SecondFactorsTable;
  recoveryCodes: RecoveryCodesTable;
  requestedTools: RequestedToolsTable;
  userSearch: UserSearchTable;
  crmAccounts: CrmAccountsTable;
  outbox: OutboxTable;
  auditChain: AuditChainTable;
  auditHead: AuditHeadTable;
  schedules: SchedulesTable;
};

/** A row as it is written: `NewRow<'users'>`. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>;
