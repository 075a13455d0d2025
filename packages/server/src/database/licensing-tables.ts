import type { Generated } from 'kysely';
import type { Day, Flag, Hex, Id, Json, Moment } from './column-types.ts';

export type ToolsTable = {
  id: string;
  /** Its number in verification and licence codes; null for an add-on. */
  code: number | null;
  name: string;
  max_major: number;
  parent_tool_id: string | null;
  /** The bit that an add-on sets in a licence of its parent, 0 to 31. */
  entitlement_bit: number | null;
  /** Of a tool and its add-ons together; those of add-ons stay 1. */
  version: Generated<number>;
  /** Nobody is granted it any more; who has it keeps it. */
  retired: Generated<Flag>;
};

export type ToolGrantsTable = {
  id: Id;
  user_id: number;
  tool_id: string;
  brand_id: string;
  /** Ids of add-ons, as a JSON array. */
  config_tools: Json;
  valid_from: Day | null;
  valid_to: Day | null;
};

export type LicencePoliciesTable = {
  /** 0 stands for viewers. */
  profile_id: number;
  tool_id: string;
  brand_id: string;
  /** A licence lasts either so many months or so many days; the other is null. */
  months: number | null;
  days: number | null;
  seats: number;
  moves: number;
  grace_days: number;
  version: Generated<number>;
};

export type MachinesTable = {
  id: Id;
  user_id: number;
  tool_id: string;
  fingerprint: Hex;
  scheme: number;
  name: string;
  /** The name as searches compare it and lists sort it. */
  name_fold: Generated<string>;
  first_seen_at: Moment;
  released_at: Moment | null;
};

export type MachineReleasesTable = {
  id: Id;
  machine_id: number;
  user_id: number;
  tool_id: string;
  at: Moment;
  released_by: number;
  override_reason: string | null;
};

export type LicensesTable = {
  id: Id;
  licence_uid: Hex;
  user_id: number;
  machine_id: number;
  tool_id: string;
  brand_id: string;
  /** SHA-256 of the bytes of the verification code that it answers. */
  verification_hash: Hex;
  verification_code: string;
  verification_reason: 'new' | 'renew' | 'moved';
  tool_version: string;
  fingerprint: Hex;
  entitlement_bits: number;
  config_tools: Json;
  preferences: Json;
  seq: number;
  key_id: Hex;
  licence_code: string;
  licence_file: string;
  issued_at: Moment;
  not_before: Moment;
  expires_at: Moment;
  grace_days: number;
  issued_by: number;
  replaced_at: Moment | null;
  replaced_by: number | null;
  revoked_at: Moment | null;
  revoked_reason: string | null;
  override_reason: string | null;
  mail_state: Generated<'none' | 'queued' | 'sent' | 'failed'>;
};

export type HelpRequestsTable = {
  id: Id;
  user_id: number;
  asked_at: Moment;
  /** As it was sent; it may be no code at all. */
  verification_code: string;
  /** SHA-256 of the code's bytes, or of the text where it cannot be read. */
  code_hash: Hex;
  brand_id: string | null;
  problem_code: string;
  problem_message: string;
  comment: string;
  machine_name: string;
  /** The name as searches compare it and lists sort it. */
  machine_fold: string;
  state: 'open' | 'replied' | 'granted' | 'licensed' | 'withdrawn';
  closed_by: number | null;
  closed_at: Moment | null;
  closing_words: string;
  license_id: number | null;
};

export type LicenseRemindersTable = { license_id: number; days: number; at: Moment };
export type SalesmanDigestsTable = { user_id: number; day: Day };

export type MovesTable = {
  id: Id;
  user_id: number;
  tool_id: string;
  from_machine_id: number;
  to_machine_id: number;
  at: Moment;
  override_reason: string | null;
};

export type SigningKeysTable = {
  key_id: Hex;
  public_key: Hex;
  status: 'current' | 'next' | 'retired';
  created_at: Moment;
  revoked_at: Moment | null;
};
