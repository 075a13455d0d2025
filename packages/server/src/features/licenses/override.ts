import { problem } from '#server/platform/problem.ts';
import type { Actor } from '#server/platform/http/mount.ts';

/**
 * Returns the reason with which staff override the limits on PCs and moves for another user; null if it is missing or only white space.
 * Throws NOT_PERMITTED for the actor's own account.
 */
export function requireOverrideReason(
  actor: Pick<Actor, 'userId' | 'permissions'>,
  userId: number,
  reason: string | undefined,
): string | null {
  if (reason === undefined) return null;
  if (actor.userId === userId || !actor.permissions.includes('users.edit')) throw problem('NOT_PERMITTED');
  return reason.trim() === '' ? null : reason;
}
