import type { Verdict, VerdictCode } from '@basics/licensing/check-licence.ts';
import type { Licence, LicenceRefusal } from '@basics/licensing/licence.ts';
import type { Refusal } from '@basics/licensing/encoding/reading.ts';
import type { RevocationList } from '@basics/licensing/revocation-list.ts';
import type { VerificationClaims, VerificationReason } from '@basics/licensing/verification-code.ts';
import type { PcNotes } from './identify-pc.ts';
import type { RevocationListResult } from './revocations.ts';
import type { TrustedKey } from './trusted-keys.ts';

/** The code of the result of a licence check, such as `VALID` or `EXPIRED`. */
export type FindingCode =
  | VerdictCode
  | LicenceRefusal
  | 'NO_LICENCE'
  | 'LICENCE_NOT_READABLE'
  | 'NO_KEYS'
  | 'KEY_REVOKED'
  | 'CLOCK_RECORD_LOST'
  | 'RETURNED'
  | 'FILE_NOT_WRITABLE';

/**
 * The result of a check of a licence on this PC at this time. `code` never changes for the same result. finding-texts.ts contains the text
 * and the next step for each code.
 */
export type Finding = {
  code: FindingCode;
  /** Whether the tool may run. */
  allowed: boolean;
  /**
   * What the tool may do with the installed licence. `mode` is absent for a licence that is not
   * installed.
   */
  mode?: ToolMode;
  /**
   * The content of the licence. `licence` is absent if the licence could not be read, or if its signature is not valid.
   */
  licence?: Licence;
  verdict?: Verdict;
  pc?: PcNotes;
  /**
   * False if `status` could not store the record of the tool. The tool may still run; after 7 days without a stored record, the code is
   * `FILE_NOT_WRITABLE`.
   */
  recordStored?: boolean;
  /**
   * The reason why the licence could not be read, with the number of characters that were found and the number that
   * were expected.
   */
  refusal?: Refusal<LicenceRefusal>;
};

/**
 * A new verification code. `pc.isCopy` is true if the installed licence belongs to another PC with the same machine id.
 */
export type CreatedCode = { text: string; claims: VerificationClaims; pc: PcNotes };

export type Tool = {
  toolId: number;
  folder: string;
  /** Creates a code that requests a licence for this PC. By default, the reason follows from the status. */
  makeVerificationCode(reason?: VerificationReason): CreatedCode;
  /**
   * Installs a licence code or the text of a licence file, if this licence allows the tool to run. Changes nothing for
   * any other licence, or if the licence cannot be stored.
   */
  install(text: string): Finding;
  /**
   * Returns the installed licence, and whether the tool may run. Also stores the current time as the latest time that
   * the tool has seen. Also works if nothing can be written.
   */
  status(): Finding;
  /**
   * Calls `onChange` with each later status that has another code than the one before, for example at the expiry, or that is the first one with at
   * most `days` days left. Checks the clock at least every ten minutes, so it also works after the PC slept. Does not keep the
   * program running. Returns a function that ends this.
   */
  watch(days: number, onChange: (finding: Finding) => void): () => void;
  /**
   * Checks the signature and the dates of any licence, for any PC and tool. `machine` in the verdict says whether the licence is for this
   * PC.
   */
  check(text: string): Finding;
  /** Stores a revocation list if it is genuine and not older than the stored revocation list. */
  takeRevocations(text: string): RevocationListResult;
  /**
   * Removes the licence from this PC, and returns the return code, with which the portal frees the seat of this PC (the right to use one
   * PC). This PC does not accept a returned licence again. A second call returns the same return code, if no other licence was installed in
   * the meantime. A licence of another PC is not removed.
   */
  returnLicence(): { ok: true; text: string } | { ok: false; finding: Finding };
  /** Returns the stored revocation list. */
  revocations(): RevocationList | undefined;
  /**
   * Returns all trusted keys: the built-in keys and the pinned keys, except the keys that the revocation list revokes.
   */
  keys(): readonly TrustedKey[];
  /**
   * Pins the keys of a portal, which replace the keys that were pinned before. Throws the problem `KEYS_CHANGED` if no
   * key is in both lists.
   */
  trust(published: string, source: string, mayReplace?: boolean): readonly TrustedKey[];
};

/**
 * What a tool does after the grace period of its licence. With `stop`, the tool does not run. With `readOnly`, users can still open their
 * files, but cannot save them.
 */
export type AfterGrace = 'stop' | 'readOnly';

/** What a tool may do now. In the mode `readOnly`, a tool opens, shows and prints files, but does not save files. */
type ToolMode = 'full' | 'readOnly' | 'none';

/**
 * Returns what a tool may do after the check of its licence. The result of a check is `EXPIRED` only if nothing else is wrong with the
 * licence, because the dates are checked last. Therefore the mode is never `readOnly` for a licence of another PC, for a revoked licence,
 * or after the clock was turned back.
 */
export function findToolMode(finding: { code: string; allowed: boolean }, afterGrace: AfterGrace): ToolMode {
  if (finding.allowed) return 'full';
  return finding.code === 'EXPIRED' && afterGrace === 'readOnly' ? 'readOnly' : 'none';
}

/** Returns the reason with which a PC with the given status requests a licence. */
export function findReasonOfStatus(code: FindingCode): VerificationReason {
  const isWithoutLicence = code === 'NO_LICENCE' || code === 'LICENCE_NOT_READABLE' || code === 'NO_KEYS';
  if (isWithoutLicence || code === 'RETURNED') return 'new';
  return code === 'OTHER_MACHINE' ? 'moved' : 'renew';
}
