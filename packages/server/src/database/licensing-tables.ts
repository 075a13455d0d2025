import type { Generated } from 'kysely';
import type { Day, Flag, Hex, Id, Json, Moment } from './column-types.ts';

export type ToolsTable = {
  id: string;
  /** Its number in verification and licence codes; null for an add-on. */
  code: number | null;
  name: string;
  maxMajor: number;
  parentToolId: string | null;
  /** The bit that an add-on sets in a licence of its parent, 0 to 31. */
  entitlementBit: number | null;
  /** Of a tool and its add-ons together; those of add-ons stay 1. */
  version: Generated<number>;
  /** Nobody is granted it any more; who has it keeps it. */
  retired: Generated<Flag>;
};

export type ToolGrantsTable = {
  id: Id;
  userId: number;
  toolId: string;
  brandId: string;
  /** Ids of add-ons, as a JSON array. */
  configTools: Json;
  validFrom: Day | null;
  validTo: Day | null;
};

export type LicencePoliciesTable = {
  /** 0 stands for viewers. */
  profileId: number;
  toolId: string;
  brandId: string;
  /** A licence lasts either so many months or so many days; the other is null. */
  months: number | null;
  days: number | null;
  seats: number;
  moves: number;
  graceDays: number;
  version: Generated<number>;
};

export type MachinesTable = {
  id: Id;
  userId: number;
  toolId: string;
  fingerprint: Hex;
  scheme: number;
  name: string;
  /** The name as searches compare it and lists sort it. */
  nameFold: Generated<string>;
  firstSeenAt: Moment;
  releasedAt: Moment | null;
};

export type MachineReleasesTable = {
  id: Id;
  machineId: number;
  userId: number;
  toolId: string;
  at: Moment;
  releasedBy: number;
  overrideReason: string | null;
};

export type LicensesTable = {
  id: Id;
  licenceUid: Hex;
  userId: number;
  machineId: number;
  toolId: string;
  brandId: string;
  /** SHA-256 of the bytes of the verification code that it answers. */
  verificationHash: Hex;
  verificationCode: string;
  verificationReason: 'new' | 'renew' | 'moved';
  toolVersion: string;
  fingerprint: Hex;
  entitlementBits: number;
  configTools: Json;
  preferences: Json;
  seq: number;
  keyId: Hex;
  licenceCode: string;
  licenceFile: string;
  issuedAt: Moment;
  notBefore: Moment;
  expiresAt: Moment;
  graceDays: number;
  issuedBy: number;
  replacedAt: Moment | null;
  replacedBy: number | null;
  revokedAt: Moment | null;
  revokedReason: string | null;
  overrideReason: string | null;
  mailState: Generated<'none' | 'queued' | 'sent' | 'failed'>;
};

export type HelpRequestsTable = {
  id: Id;
  userId: number;
  askedAt: Moment;
  /** As it was sent; it may be no code at all. */
  verificationCode: string;
  /** SHA-256 of the code's bytes, or of the text where it cannot be read. */
  codeHash: Hex;
  brandId: string | null;
  problemCode: string;
  problemMessage: string;
  comment: string;
  machineName: string;
  /** The name as searches compare it and lists sort it. */
  machineFold: string;
  state: 'open' | 'replied' | 'granted' | 'licensed' | 'withdrawn';
  closedBy: number | null;
  closedAt: Moment | null;
  closingWords: string;
  licenseId: number | null;
};

export type LicenseRemindersTable = { licenseId: number; days: number; at: Moment };
export type SalesmanDigestsTable = { userId: number; day: Day };

export type MovesTable = {
  id: Id;
  userId: number;
  toolId: string;
  fromMachineId: number;
  toMachineId: number;
  at: Moment;
  overrideReason: string | null;
};

export type SigningKeysTable = {
  keyId: Hex;
  publicKey: Hex;
  status: 'current' | 'next' | 'retired';
  createdAt: Moment;
  revokedAt: Moment | null;
};
