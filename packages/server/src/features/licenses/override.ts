import { problem } from '#server/platform/problem.ts';
import type { Actor } from '#server/platform/http/mount.ts';

/**
 * The reason for which staff let somebody else pass the limits on PCs and moves; null where none is given, and white space is none. Nobody
 * lets himself pass: NOT_PERMITTED.
 */
export function overrideOf(
  actor: Pick<Actor, 'userId' | 'permissions'>,
  userId: number,
  reason: string | undefined,
): string | null {
  if (reason === undefined) return null;
  if (actor.userId === userId || !actor.permissions.includes('users.edit')) throw problem('NOT_PERMITTED');
  return reason.trim() === '' ? null : reason;
}
