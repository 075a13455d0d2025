import type { AuditAction } from '@basics/contract/audit/audit-actions.ts';
import { findRole } from '@basics/contract/calls/permissions.ts';
import type { Db } from '#server/database/database.ts';
import { days } from '#server/platform/clock/clock.ts';
import type { Viewer } from '../scope.repository.ts';

/**
 * The time between two changes by staff to the sign-in of one user. The user gets an e-mail about each change, and can
 * report a wrong change in this time.
 */
const waitMs = days(7);

type SignInChange = { userId: number; actions: readonly AuditAction[]; at: number };

/**
 * Returns whether a change must wait, because staff have made one of the given changes to the sign-in of the user in
 * the last 7 days. A new login together with a reset second factor would give the account to another person.
 * Administrators do not have to wait, and users do not have to wait for their own account.
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
