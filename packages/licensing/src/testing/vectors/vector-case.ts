import type { ReturnClaims } from '#licensing/return-code.ts';

/** A refusal as a reader reports it; a count or detail that is absent here is not compared. */
export type ExpectedRefusal = { refusal: string; found?: number; expected?: number; detail?: string; line?: number };

/** The hardware facts of a PC by name; a fact has several values if the PC has several cards or disks. */
export type Facts = Readonly<Record<string, string | readonly string[]>>;

/** A test case of `sdk/vectors.json`. Bytes are lower-case hex, times are Unix seconds. */
export type VectorCase = { id: string } & (
  | { kind: 'verification-code'; text: string; expect: ExpectedClaims | ExpectedRefusal }
  | { kind: 'licence'; text: string; keys: string[]; expect: ExpectedLicence | ExpectedRefusal }
  | { kind: 'revocation-list'; text: string; keys: string[]; expect: ExpectedList | ExpectedRefusal }
  | { kind: 'check'; text: string; keys: string[]; at: CheckConditions; expect: { code: string; allowed: boolean } }
  /** Whether the licence includes the add-on; `tools` is the text of `/.well-known/basics-tools`. */
  | { kind: 'add-on'; text: string; keys: string[]; tools: string; addOn: string; expect: boolean }
  | PcCase
  | { kind: 'fingerprint'; facts: Facts; licensed?: string; expect: string }
  | { kind: 'machine-name'; name: string; expect: string }
  | ({ kind: 'make-code'; licensed: string; expect: string | ExpectedRefusal } & CodeToMake)
  | { kind: 'checked-lines'; text: string; expect: string[] }
  | { kind: 'return-code'; text: string; expect: ReturnClaims | ExpectedRefusal }
  | ({ kind: 'make-return-code'; expect: string } & ReturnClaims)
  | StepsCase
  | { kind: 'relation'; left: string; right: string; expect: 'same' | 'changed' | 'different' }
  | { kind: 'ed25519'; publicKey: string; message: string; signature: string; expect: boolean }
);

/**
 * A recorded PC: the texts of files and the targets of symbolic links, by their paths. The files are those of Linux, or what programs and calls of
 * Windows or macOS answered. `expect` has the fingerprint, and whether the PC is a virtual machine.
 */
export type PcCase = {
  kind: 'pc';
  files: Record<string, string>;
  links: Record<string, string>;
  expect: { fingerprint: string; virtual: boolean };
};

/** The data from which a verification code is made; `nonce` is hex, `createdAt` is in Unix seconds. */
export type CodeToMake = Omit<ExpectedClaims, 'fingerprint'> & { facts: Facts };

type StoredFile = 'record' | 'licence' | 'returned' | 'revocations';
type StepName =
  | 'install'
  | 'status'
  | 'days'
  | 'next'
  | 'code'
  | 'revocations'
  | 'return'
  | `${'lose' | 'drop' | 'put' | 'folder' | 'block'}-${StoredFile}`
  | 'drop-second-record'
  | 'unblock'
  | 'files';

/** A sequence of steps on one PC that begins with an empty state folder; `expect` has the code of each step. */
export type StepsCase = {
  kind: 'steps';
  keys: string[];
  toolId: number;
  toolMajor: number;
  facts: Facts;
  /**
   * `revocations` takes a revocation list, and `return` answers with the return code. `lose-record` deletes the clock
   * record, `lose-licence` the licence, `lose-returned` the stored return codes. `drop-record` deletes only the first copy, `put-record`
   * replaces the first copy by a text, `folder-record` replaces it by a folder, and `drop-second-record` deletes the second copy. After `block-record`, the record cannot be written, until
   * `unblock`. Each of these steps has the code `DONE`. `days` answers the days until the last day of the licence, and `next` the
   * time of its next change, for the number of days in the text. `code` makes a code, and answers
   * its reason and fingerprint. `files` answers the names of the stored files.
   */
  steps: { do: StepName; now: number; text?: string }[];
  expect: string[];
};

export type ExpectedClaims = {
  reason: string;
  toolId: number;
  toolVersion: { major: number; minor: number; patch: number };
  fingerprint: string;
  nonce: string;
  createdAt: number;
  machineName: string;
  /** The flags of scheme 2; a flag that is absent is false. */
  virtual?: boolean;
  standIn?: boolean;
};

export type ExpectedLicence = {
  licenceId: string;
  carrier: string;
  trial: boolean;
  bridge: boolean;
  toolId: number;
  fingerprint: string;
  expiresAt: number;
};

export type ExpectedList = { toolId: number; seq: number; ids: string[]; keys: string[] };

/**
 * The conditions in which a licence is checked: the time (Unix seconds), the facts of the PC, the version of the tool,
 * and the ids of denied licences and revoked keys that it knows.
 */
export type CheckConditions = {
  now: number;
  facts: Facts;
  toolId: number;
  toolMajor: number;
  highWaterMark: number;
  denied: string[];
  revoked: string[];
};
