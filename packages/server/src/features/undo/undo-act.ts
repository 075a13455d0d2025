import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { Permission } from '@basics/contract/calls/permissions.ts';
import { phrases } from '@basics/contract/texts/phrases.ts';
import type { undo } from '@basics/contract/undo/undo.ts';
import type { Database } from '#server/database/database.ts';
import { restoreAssignment } from '#server/features/country-salesmen/write-assignment.ts';
import { restoreAccount } from '#server/features/crm/crm-accounts.ts';
import { restoreNoteLetter } from '#server/features/fleet/send-note.ts';
import { restoreReminder } from '#server/features/licenses/contacts/remind-owners.ts';
import { restoreSentLicense } from '#server/features/licenses/contacts/send-license.ts';
import { restoreRenewed } from '#server/features/licenses/renew/renew-license.ts';
import { restoreRevoked } from '#server/features/license-admin/change-license.ts';
import { restoreRequest } from '#server/features/requests/reopen-request.ts';
import { restoreInvitation, restoreSuspended } from '#server/features/users/access/user-access.ts';
import { restoreDeletion } from '#server/features/users/deletion/users-bin.ts';
import { restoreCreation } from '#server/features/users/write/restore-creation.ts';
import { restoreFields } from '#server/features/users/write/change-users.ts';
import { runBulk, runInOneTransaction } from '#server/platform/bulk.ts';
import { parseNumbers } from '#server/database/columns.ts';
import { problem } from '#server/platform/problem.ts';
import type { Restore, RestoreContext, UndoKind, UndoRow } from '#server/platform/undo/undo.repository.ts';
import { claimUndo, dropWaitingLetters, findUndos } from '#server/platform/undo/undo.repository.ts';

/** Undoing needs the permission of the act. */
const kinds: Readonly<Record<UndoKind, { permissions: readonly Permission[]; restore: Restore }>> = {
  assignment: { permissions: ['countrySalesman.delete'], restore: restoreAssignment },
  creation: { permissions: ['users.delete'], restore: restoreCreation },
  crmAccount: { permissions: ['users.delete'], restore: restoreAccount },
  decision: { permissions: ['requests.edit'], restore: restoreRequest },
  deletion: { permissions: ['users.delete', 'requests.delete'], restore: restoreDeletion },
  fields: { permissions: ['users.edit'], restore: restoreFields },
  invitation: { permissions: ['users.edit', 'requests.edit'], restore: restoreInvitation },
  suspension: { permissions: ['users.edit'], restore: restoreSuspended },
  license: { permissions: ['users.edit'], restore: restoreSentLicense },
  releaseNote: { permissions: ['users.edit'], restore: restoreNoteLetter },
  reminder: { permissions: ['users.edit'], restore: restoreReminder },
  renewal: { permissions: ['license.generate'], restore: restoreRenewed },
  revocation: { permissions: ['users.edit'], restore: restoreRevoked },
};

/**
 * Undoes an act of the actor: restores the former state of each record in its own transaction, and drops the e-mails that wait. Throws
 * UNDO_OVER if the time is over, the act was undone, or someone else acted; for an act on one record also the reason why it was not undone.
 */
export async function undoAct(context: RestoreContext, act: string): Promise<Reply<typeof undo.undo>> {
  const { database, actor, at } = context;
  const rows = await findUndos(database.kysely, { act, actorId: actor.userId, now: at });
  const [row] = rows;
  if (!row) throw problem('UNDO_OVER');
  const remains = new Set<string>();
  const undoOne = async (onDatabase: Database, subjectRow: UndoRow): Promise<void> => {
    for (const sentence of await undoRow({ ...context, database: onDatabase }, subjectRow)) remains.add(sentence);
  };
  if (rows.length === 1) {
    await undoOne(database, row);
    return { results: [{ id: row.subjectId, outcome: 'done' }], remains: [...remains] };
  }
  const rowsById = new Map(rows.map((subjectRow) => [subjectRow.subjectId, subjectRow]));
  const { results } = await runBulk({
    database,
    ids: [...rowsById.keys()],
    preview: false,
    changeRecord: async (onDatabase, id) => undoOne(onDatabase, rowsById.get(id) ?? row),
  });
  return { results, remains: [...remains] };
}

/** Undoes the change of one record. Throws UNDO_OVER if it is undone already, or the reason why it was not undone. */
export function undoRow(context: RestoreContext, row: UndoRow): Promise<readonly string[]> {
  const { actor, at } = context;
  const kind = Object.entries(kinds).find(([name]) => name === row.kind)?.[1];
  if (!kind) throw new Error(`a stored act has the unknown kind ${row.kind}`);
  if (!kind.permissions.some((permission) => actor.permissions.includes(permission))) throw problem('NOT_PERMITTED');
  return runInOneTransaction(context.database, (database) =>
    database.transact(async (trx) => {
      if (!(await claimUndo(trx, row.id))) throw problem('UNDO_OVER');
      const letterIds = parseNumbers(row.letters);
      const droppedCount = await dropWaitingLetters(trx, letterIds, at);
      const remains = await kind.restore(trx, { ...context, database }, row);
      return [...remains, ...(droppedCount < letterIds.length ? [phrases().letterWasSent()] : [])];
    }),
  );
}
