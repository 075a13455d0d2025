import { problem } from '#server/platform/problem.ts';
import type { Restore } from '#server/platform/undo/undo.repository.ts';
import { removeUser } from '../deletion/remove-users.ts';
import { hasOwnRecords, lockUserInScope } from '../users.repository.ts';

/**
 * Undoes the creation of a user whom nobody has used: the user is deleted for good. Throws ALREADY_ACTIVE if the user has signed in, or
 * CHANGED_SINCE if staff have worked with the user.
 */
export const restoreCreation: Restore = async (trx, context, { userId }) => {
  const row = await lockUserInScope(trx, context.actor, userId);
  if (!row) throw problem('USER_NOT_FOUND');
  if (row.status !== 'approved') throw problem(row.status === 'active' ? 'ALREADY_ACTIVE' : 'CHANGED_SINCE');
  if (row.version !== 1 || (await hasOwnRecords(trx, userId))) throw problem('CHANGED_SINCE');
  await removeUser({ ...context, forGood: true }, userId);
  return [];
};
