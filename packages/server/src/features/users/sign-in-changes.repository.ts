import type { AuditAction } from '@basics/contract/audit-actions.ts';
import { findRole } from '@basics/contract/permissions.ts';
import type { Db } from '#server/database/database.ts';
import { days } from '#server/platform/clock.ts';
import type { Viewer } from './scope.repository.ts';

/** The owner gets an e-mail about each change, and has this time to report one that the owner did not ask for. */
const waitMs = days(7);

type SignInChange = { userId: number; actions: readonly AuditAction[]; at: number };

/**
 * Returns whether a change must wait, because staff have made one of the given changes to the sign-in of the user a short time ago. A new
 * login together with a removed second step would give the account to another person. Administrators do not wait, nor do users for their
 * own account.
 */
export async function mustWaitWithSignInChange(
  db: Db,
  actor: Viewer,
  { userId, actions, at }: SignInChange,
): Promise<boolean> {
  if (actor.userId === userId || findRole(actor.profileID) === 'Administrator') return false;
  const staffChange = await db
    .selectFrom('audit')
    .select('id')
    .where('subjectKind', '=', 'user')
    .where('subjectId', '=', String(userId))
    .where('action', 'in', actions)
    .where('at', '>', at - waitMs)
    .where('actorId', '!=', userId)
    .executeTakeFirst();
  return staffChange !== undefined;
}
