import type { Verdict, VerdictCode } from '@basics/licensing/check-licence.ts';
import type { Licence, LicenceRefusal } from '@basics/licensing/licence.ts';
import type { Refusal } from '@basics/licensing/reading.ts';
import type { RevocationList } from '@basics/licensing/revocation-list.ts';
import type { VerificationClaims, VerificationReason } from '@basics/licensing/verification-code.ts';
import type { ToolMode } from './after-grace.ts';
import type { PcNotes } from './identify-pc.ts';
import type { RevocationListResult } from './revocations.ts';
import type { TrustedKey } from './trusted-keys.ts';

/** The code of the result of a licence check, such as `VALID` or `EXPIRED`. */
export type FindingCode =
  VerdictCode | LicenceRefusal | 'NO_LICENCE' | 'NO_KEYS' | 'KEY_REVOKED' | 'CLOCK_RECORD_LOST' | 'RETURNED';

/** The result of a check of a licence on this PC at this time. `code` is stable; `finding-texts.ts` has its text and the next step. */
export type Finding = {
  code: FindingCode;
  /** Whether the tool may run. */
  allowed: boolean;
  /** What the tool may do with the installed licence (see `after-grace.ts`); absent for other licences. */
  mode?: ToolMode;
  /** The content of the licence; absent if it could not be read, or if its signature is not valid. */
  licence?: Licence;
  verdict?: Verdict;
  pc?: PcNotes;
  /** The reason why the licence could not be read, with the number of characters found and expected. */
  refusal?: Refusal<LicenceRefusal>;
};

/** A new verification code. `pc.isCopy`: the installed licence belongs to another PC with this machine id. */
export type CreatedCode = { text: string; claims: VerificationClaims; pc: PcNotes };

export type Tool = {
  toolId: number;
  folder: string;
  /** Creates a code that requests a licence for this PC. */
  makeVerificationCode(reason?: VerificationReason): CreatedCode;
  /** Installs a licence code or the text of a licence file if it allows the tool to run; otherwise changes nothing. */
  install(text: string): Finding;
  /** The installed licence, and whether the tool may run. Updates the stored latest time. */
  status(): Finding;
  /** Checks any licence, for any PC and tool: its signature and its dates. `machine` in the verdict says whether it is for this PC. */
  check(text: string): Finding;
  /** Stores a revocation list if it is genuine and not older than the stored one; see `TakeListResult`. */
  takeRevocations(text: string): RevocationListResult;
  /**
   * Removes the licence from this PC, which does not accept it again, and returns the return code, which frees the seat of this PC (the
   * right to use one PC) in the portal. If the call is repeated while no other licence is installed, it returns the same code. A licence of
   * another PC is not removed.
   */
  returnLicence(): { ok: true; text: string } | { ok: false; finding: Finding };
  /** Returns the stored revocation list. */
  revocations(): RevocationList | undefined;
  /** Returns all trusted keys, built in and pinned, without those that the revocation list revokes. */
  keys(): readonly TrustedKey[];
  /** Pins the keys of a portal in place of those pinned before; `KEYS_CHANGED` if they have none in common. */
  trust(published: string, source: string, mayReplace?: boolean): readonly TrustedKey[];
};
