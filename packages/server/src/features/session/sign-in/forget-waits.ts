import { createHash } from 'node:crypto';
import type { Trx } from '#server/database/foundation.ts';
import { deleteAttempts } from '#server/platform/security/throttle.repository.ts';

/**
 * Deletes the counters that make the user of one account wait after wrong passwords, wrong codes, or requests for a
 * reset link. The keys of the counters are defined in `check-credentials.ts`, `link-limits.ts`,
 * `check-second-step.ts` and `current-password.ts`. The counters of networks are not deleted.
 */
export async function deleteAttemptCounters(
  trx: Trx,
  { id, loginFold }: { id: number; loginFold: string },
): Promise<void> {
  const account = createHash('sha256').update(loginFold).digest('base64url');
  const keys = [`sign-in:account:${account}`, `sign-in:proved:${account}`, `forgot:mailbox:${account}`];
  const prefixes = [`sign-in:site:${account}:`, `sign-in:device:${account}:`, `forgot:site:${account}:`] as const;
  await deleteAttempts(trx, [...keys, `password:account:${id}`], [...prefixes, `second-step:user:${id}:`]);
}
