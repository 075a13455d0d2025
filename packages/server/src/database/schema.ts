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
  login_fold: string;
  first_name: string;
  last_name: string;
  phone: string;
  company: string;
  profile_id: number | null;
  brand_id: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
  language: string;
  can_receive_mail: Flag;
  crm_account: string | null;
  user_domain: string | null;
  password_hash: string | null;
  status: UserStatus;
  preferences: Json;
  created_by: number | null;
  created_at: Moment;
  request_date: Moment | null;
  reason: string | null;
  comment: string | null;
  decided_by: number | null;
  decided_at: Moment | null;
  version: Generated<number>;
};

export type UserHistoryTable = {
  id: Id;
  user_id: number;
  at: Moment;
  actor_id: number | null;
  from_status: UserStatus | null;
  to_status: UserStatus;
  reason: string | null;
};

export type SessionsTable = {
  /** The token's `jti`. */
  id: string;
  user_id: number;
  created_at: Moment;
  expires_at: Moment;
  ended_at: Moment | null;
  last_seen_at: Moment;
  user_agent: string;
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
  mark_svg: string;
  favicon_svg: string;
  support_email: string;
  legal_entity: string;
  sender_address: string;
  is_default: Flag;
  version: Generated<number>;
};

export type BrandHostsTable = { host: string; brand_id: string };

export type LegalTextsTable = {
  brand_id: string;
  document: 'legalNotice' | 'terms' | 'legalDisclaimer';
  /** Markdown; empty for the standard text. */
  text: string;
  version: number;
  changed_at: Moment;
};

export type CountryBrandSalesmenTable = {
  id: Id;
  country: string;
  continent: string;
  brand_id: string;
  salesman_id: number;
};

export type ReleaseNotesTable = {
  id: Id;
  title: string;
  description: string;
  version: string;
  release_date: Day;
  status: 'draft' | 'published';
  created_at: Moment;
  updated_at: Moment;
  row_version: Generated<number>;
};

/** What searches look in and lists are sorted by. */
export type ReleaseNoteSearchTable = { release_note_id: number; fold: string; title: string; version: string };

export type AuditTable = {
  id: Id;
  at: Moment;
  actor_id: number | null;
  request_id: string | null;
  action: string;
  subject_kind: string;
  subject_id: string | null;
  before: Json | null;
  after: Json | null;
};

export type ThrottlesTable = { key: string; count: number; window_start: Moment; next_allowed_at: Moment };

export type SettingsTable = { key: string; value: string };

export type OneTimeTokensTable = {
  /** SHA-256 of the token. */
  hash: Hex;
  purpose: 'confirm' | 'activate' | 'reset' | 'handoff' | 'passkey';
  user_id: number | null;
  path: string | null;
  challenge: string | null;
  created_at: Moment;
  expires_at: Moment;
  used_at: Moment | null;
};

export type UsedChallengesTable = { id: string; expires_at: Moment };

export type SecondFactorsTable = {
  id: Id;
  user_id: number;
  kind: 'totp' | 'passkey';
  name: string;
  /** TOTP: the sealed secret. Passkey: the public key, base64url. */
  secret: string;
  credential_id: string | null;
  counter: Generated<number>;
  transports: Json;
  created_at: Moment;
  confirmed_at: Moment | null;
  last_used_at: Moment | null;
};

export type RecoveryCodesTable = { hash: Hex; user_id: number; used_at: Moment | null };

export type RequestedToolsTable = { user_id: number; tool_id: string; brand_id: string };

export type UserSearchTable = {
  user_id: number;
  fold: string;
  first_name: string;
  last_name: string;
  company: string;
};

export type CrmAccountsTable = { account: string; name: string; city: string; country: string | null; fold: string };

export type OutboxTable = {
  id: Id;
  message_id: string;
  to_address: string;
  user_id: number | null;
  brand_id: string;
  kind: string;
  subject: string;
  text: string;
  html: string;
  /** Subject, text and HTML with the link that works; sealed, so that a copy of the database opens nothing. */
  sealed: string | null;
  file_name: string | null;
  file: string | null;
  license_id: number | null;
  state: 'queued' | 'sending' | 'sent' | 'failed';
  attempts: Generated<number>;
  next_attempt_at: Moment | null;
  leased_until: Moment | null;
  error: string | null;
  created_at: Moment;
  sent_at: Moment | null;
};

export type AuditChainTable = { audit_id: number; previous_hash: Hex; hash: Hex };
/** One row, the end of the chain; entries up to `begins_after` were written before there was one. */
export type AuditHeadTable = { id: number; hash: Hex; begins_after: number };
export type SchedulesTable = { name: string; next_run_at: Moment; leased_until: Moment | null };

export type Tables = {
  users: UsersTable;
  user_history: UserHistoryTable;
  sessions: SessionsTable;
  brands: BrandsTable;
  brand_hosts: BrandHostsTable;
  legal_texts: LegalTextsTable;
  tools: ToolsTable;
  tool_grants: ToolGrantsTable;
  licence_policies: LicencePoliciesTable;
  machines: MachinesTable;
  machine_releases: MachineReleasesTable;
  licenses: LicensesTable;
  moves: MovesTable;
  help_requests: HelpRequestsTable;
  license_reminders: LicenseRemindersTable;
  salesman_digests: SalesmanDigestsTable;
  signing_keys: SigningKeysTable;
  country_brand_salesmen: CountryBrandSalesmenTable;
  release_notes: ReleaseNotesTable;
  release_note_search: ReleaseNoteSearchTable;
  audit: AuditTable;
  throttles: ThrottlesTable;
  settings: SettingsTable;
  one_time_tokens: OneTimeTokensTable;
  used_challenges: UsedChallengesTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  requested_tools: RequestedToolsTable;
  user_search: UserSearchTable;
  crm_accounts: CrmAccountsTable;
  outbox: OutboxTable;
  audit_chain: AuditChainTable;
  audit_head: AuditHeadTable;
  schedules: SchedulesTable;
};

/** A row as it is written: `NewRow<'users'>`. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>;
