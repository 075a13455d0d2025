import type { Permission } from '@basics/contract/calls/permissions.ts';
import type { Database } from '#server/database/database.ts';
import type { Db } from '#server/database/foundation.ts';
import type { Row } from '#server/database/schema.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import type { Clock } from '#server/platform/clock/clock.ts';
import type { Passwords } from '#server/platform/passwords/passwords.ts';
import type { Seal } from '#server/platform/security/seal.ts';

/** The caller: the user of a session that is valid now. */
export type Actor = {
  userId: number;
  profileID: number | null;
  login: string;
  /** What was read with the session; absent for a service account and for a view as another user. */
  account?: OwnAccount;
  sessionId: string;
  permissions: readonly Permission[];
  /**
   * The step that the user must do before anything else: to set up two-step sign-in. Until the step is done, only calls with
   * `openDuringSecondFactorSetup` accept the session.
   */
  requiredStep?: 'secondFactor';
  /** The ids of the absent salesmen whose deputy the user is today. The customers of these salesmen are in the scope of the user too. */
  deputyFor?: readonly number[];
  /** The id of the administrator who views the portal as this user; while it is set, only read calls are allowed. */
  viewedBy?: number;
  /** The service account whose key made the request; absent for a person. The user is then the owner of the account. */
  machine?: Machine;
};

type OwnAccount = Pick<Row<'users'>, 'firstName' | 'lastName' | 'brandId' | 'companyId' | 'company' | 'companyRole'> & {
  /** Whether the user is absent or a deputy on some day from today on. */
  hasAbsences: boolean;
};

/**
 * A service account and its key. `label` names both for the audit log. `countries` and `brands` limit the scope to customers with these
 * values; null is no limit.
 */
export type Machine = {
  accountId: number;
  keyId: number;
  label: string;
  countries: readonly string[] | null;
  brands: readonly string[] | null;
};

/** Where a request comes from, for sessions, rate limits and the audit log. */
export type Origin = {
  requestId: string;
  address: string;
  userAgent: string;
  host: string;
  /** The random id of the browser, from its cookie; null if nobody has signed in with this browser. */
  device?: string | null;
};

/** The parts of the server that the handler of every call receives. */
export type CallParts = {
  database: Database;
  clock: Clock;
  randomBytes: (bytes: number) => Uint8Array;
  queueLetter: QueueLetter;
  passwords: Passwords;
  seal: Seal;
  /** The address of the portal, for links in e-mails. */
  publicUrl: string;
  /** Starts the background job that runs acts on many records. */
  wakeMassActs: () => void;
};

/** The part of a call that does not depend on its input. */
export type CallContext<A extends Actor | null = Actor> = Omit<CallParts, 'clock'> & {
  /** The database without a transaction, for functions that only read. */
  db: Db;
  actor: A;
  origin: Origin;
  /** When the call came (Unix milliseconds). A call sees one moment, however long it takes. */
  at: number;
};
