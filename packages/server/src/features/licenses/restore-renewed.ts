import * as z from 'zod/mini';
import { lockUser } from '#server/database/database.ts';
import type { Restore } from '#server/platform/undo/record-undo.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import { problem } from '#server/platform/problem.ts';
import { recordAction } from '#server/platform/writing.ts';
import { deleteRenewal, findRenewalToUndo, isReceived } from './renewals.repository.ts';

const storedRenewal = z.strictObject({
  machineId: z.int(),
  anchor: z.string(),
  anchorUuid: z.nullable(z.string()),
  anchoredAt: z.int(),
  releasedAt: z.nullable(z.int()),
});

/**
 * Undoes a renewal: the new licence is deleted, and the former licence is valid again. Throws ALREADY_DOWNLOADED if someone has the new
 * licence already, because it could then never be revoked.
 */
export const restoreRenewed: Restore = async (trx, context, { userId, subjectId: licenseId, payload }) => {
  const { machineId, ...machineFields } = storedRenewal.parse(JSON.parse(payload));
  await requireInScope(trx, context.actor, userId);
  await lockUser(trx, userId);
  if (!(await findRenewalToUndo(trx, { userId, licenseId }))) throw problem('CHANGED_SINCE');
  if (await isReceived(trx, licenseId)) throw problem('ALREADY_DOWNLOADED');
  await deleteRenewal(trx, { licenseId, machineId, machineFields });
  await recordAction(trx, context, {
    action: 'license.undo',
    subject: { kind: 'license', id: licenseId, personId: userId },
    before: { userId, machineId },
  });
  return [];
};
