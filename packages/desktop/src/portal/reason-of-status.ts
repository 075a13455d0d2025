import type { VerificationReason } from '@basics/licensing/verification-code.ts';
import type { FindingCode } from '#desktop/tool.ts';

/** Returns the reason with which a PC with the given status requests a licence. */
export function findReasonOfStatus(code: FindingCode): VerificationReason {
  if (code === 'NO_LICENCE' || code === 'NO_KEYS' || code === 'RETURNED') return 'new';
  return code === 'OTHER_MACHINE' ? 'moved' : 'renew';
}
