import * as z from 'zod/mini';
import { problem } from '#server/platform/problem.ts';
import type { Restore } from '#server/platform/undo/undo.repository.ts';
import { removeUser } from '../deletion/remove-users.ts';
import { hasOwnRecords, lockUserInScope } from '../users.repository.ts';

/** The version of the user after the act that created it. */
const storedVersion = z.looseObject({ version: z._default(z.int(), 1) });

/**
 * Undoes the creation of a user whom nobody has used: the user is deleted for good. Throws ALREADY_ACTIVE if the user has signed in, or
 * CHANGED_SINCE if staff have worked with the user.
 */
export const restoreCreation: Restore = async (trx, context, { userId, payload }) => {
  const { version } = storedVersion.parse(JSON.parse(payload));
  const row = await lockUserInScope(trx, context.actor, userId);
  if (!row) throw problem('USER_NOT_FOUND');
  if (row.status !== 'approved') throw problem(row.status === 'active' ? 'ALREADY_ACTIVE' : 'CHANGED_SINCE');
  if (row.version !== version || (await hasOwnRecords(trx, userId))) throw problem('CHANGED_SINCE');
  await removeUser({ ...context, forGood: true }, userId);
  return [];
};
