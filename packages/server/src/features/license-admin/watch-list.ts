import type { Body, Params, Query, Reply } from '@basics/contract/calls/endpoint.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import type { watchList } from '@basics/contract/license-admin/watch-list.ts';
import { lockUser } from '#server/database/database.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import {
  deleteLostMachine,
  findLoginsInScope,
  findLostMachinesInScope,
  insertLostMachine,
} from './watch-list.repository.ts';

/**
 * Lists the PCs on the watch list whose users are in the actor's scope. The account that sent the code of a PC is named only if that
 * account is in the actor's scope too.
 */
export async function listLostMachines(
  { db, actor: viewer }: Pick<CallContext, 'db' | 'actor'>,
  { userId }: Query<typeof watchList.lostMachines>,
): Promise<Reply<typeof watchList.lostMachines>> {
  const rows = await findLostMachinesInScope(db, viewer, { userId, limit: limits.page.max + 1 });
  const shownRows = rows.slice(0, limits.page.max);
  const senders = await findLoginsInScope(
    db,
    viewer,
    shownRows.flatMap(({ seenUserId }) => (seenUserId === null ? [] : [seenUserId])),
  );
  return {
    items: shownRows.map((row) => ({
      machineId: row.id,
      machineName: row.machineName,
      userId: row.userId,
      name: `${row.firstName} ${row.lastName}`.trim() || row.login,
      company: row.company,
      reason: row.reason,
      reportedAt: new Date(row.reportedAt).toISOString(),
      reportedBy: `${row.reporterFirstName ?? ''} ${row.reporterLastName ?? ''}`.trim() || null,
      seen:
        row.seenAt === null
          ? null
          : {
              at: new Date(row.seenAt).toISOString(),
              by: senders.find(({ id }) => id === row.seenUserId)?.login ?? null,
            },
    })),
    hasMore: rows.length > shownRows.length,
  };
}

type WatchContext = Pick<CallContext, 'database' | 'actor' | 'origin' | 'at'>;
type WatchedPc = Params<typeof watchList.liftLost>;

/** Puts a PC on the watch list. Throws USER_NOT_FOUND, RESULTS_NOT_FOUND, or STALE if the PC is on the list already. */
export async function reportLost(
  context: WatchContext,
  { id: userId, machineId, reason }: WatchedPc & Body<typeof watchList.reportLost>,
): Promise<undefined> {
  const { database, actor, at } = context;
  await database.transact(async (trx) => {
    await requireInScope(trx, actor, userId);
    await lockUser(trx, userId);
    const lostMachine = { machineId, userId, reportedBy: actor.userId, reportedAt: at, reason };
    const insertResult = await insertLostMachine(trx, lostMachine);
    if (insertResult !== true) throw problem(insertResult === false ? 'RESULTS_NOT_FOUND' : 'STALE');
    await recordAction(trx, context, {
      action: 'machine.reportLost',
      subject: { kind: 'machine', id: machineId, personId: userId },
      after: { userId, reason },
    });
  });
  return undefined;
}

/** Takes a PC off the watch list. Throws USER_NOT_FOUND or RESULTS_NOT_FOUND. */
export async function liftLost(context: WatchContext, { id: userId, machineId }: WatchedPc): Promise<undefined> {
  await context.database.transact(async (trx) => {
    await requireInScope(trx, context.actor, userId);
    if (!(await deleteLostMachine(trx, { machineId, userId }))) throw problem('RESULTS_NOT_FOUND');
    await recordAction(trx, context, {
      action: 'machine.liftLost',
      subject: { kind: 'machine', id: machineId, personId: userId },
      after: { userId },
    });
  });
  return undefined;
}
