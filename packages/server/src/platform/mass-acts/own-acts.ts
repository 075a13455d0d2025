import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { MassAct } from '@basics/contract/calls/bulk.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { massResultsPageSize, type massActs } from '@basics/contract/mass-acts/mass-acts.ts';
import { afterCommit } from '#server/database/database.ts';
import type { Trx } from '#server/database/foundation.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { clockSkewMs, days, minutes } from '#server/platform/clock/clock.ts';
import { problem } from '#server/platform/problem.ts';
import { moveEndOfUndo } from '#server/platform/undo/undo.repository.ts';
import {
  changeAct,
  countUndoableRecords,
  findAct,
  findActsOf,
  findOutcomes,
  lockAct,
  type MassActRow,
} from './mass-acts.repository.ts';
import { toMassAct, type ActContext } from './start-act.ts';

/** The e-mails of an act wait this long while it runs or is undone. At its end, they get the time at which the chance to undo ends. */
export const runningHoldMs = days(1);

const listLimit = 20;

/** Lists the newest acts that the caller has started. */
export async function listMassActs({ database, actor, at }: ActContext): Promise<Reply<typeof massActs.list>> {
  const rows = await findActsOf(database.kysely, actor.userId, listLimit);
  return { items: await Promise.all(rows.map((row) => toMassAct(database.kysely, row, at))) };
}

/** Returns the progress of an act. Throws RESULTS_NOT_FOUND if the caller has not started it. */
export async function readMassAct(context: ActContext, id: number): Promise<MassAct> {
  return toMassAct(context.database.kysely, await requireOwnAct(context, id), context.at);
}

/** Returns the outcome of each record of an act, one page. Throws RESULTS_NOT_FOUND if the caller has not started it. */
export async function readMassResults(
  context: ActContext,
  id: number,
  pageNumber: number,
): Promise<Reply<typeof massActs.results>> {
  const { total } = await requireOwnAct(context, id);
  const from = (pageNumber - 1) * massResultsPageSize;
  const results = await findOutcomes(context.database.kysely, id, { from, before: from + massResultsPageSize });
  return { results, total };
}

async function requireOwnAct({ database, actor }: ActContext, id: number): Promise<MassActRow> {
  const row = await findAct(database.kysely, { id, startedBy: actor.userId });
  if (!row) throw problem('RESULTS_NOT_FOUND');
  return row;
}

/** Stops an act that runs, after the record that is being changed. An act that has ended does not change. Throws RESULTS_NOT_FOUND. */
export const stopMassAct = (context: ActContext, id: number): Promise<MassAct> =>
  changeOwnAct(context, id, async (trx, row) => {
    if (row.state !== 'running') return row;
    const stopped = await endRun(trx, row, { state: 'stopped', at: context.at });
    const { done } = stopped;
    await recordAction(trx, context, {
      action: 'massAct.stop',
      subject: { kind: 'massAct', id },
      after: { records: done },
    });
    return stopped;
  });

/** Ends the run of an act: from now on it can be undone for some minutes, and its e-mails wait as long. */
export async function endRun(
  trx: Trx,
  { id, requestId }: MassActRow,
  { state, at }: { state: 'done' | 'stopped'; at: number },
): Promise<MassActRow> {
  const until = at + minutes(limits.undo.massMinutes);
  await moveEndOfUndo(trx, requestId, { until, now: at });
  const undoUntil = (await countUndoableRecords(trx, id)) > 0 ? until : null;
  return changeAct(trx, id, { state, finishedAt: at, leasedUntil: null, undoUntil });
}

/** Starts to undo an act in the background. Throws RESULTS_NOT_FOUND, or UNDO_OVER. */
export const undoMassAct = (context: ActContext, id: number): Promise<MassAct> =>
  changeOwnAct(context, id, async (trx, { undoUntil, requestId }) => {
    const { at } = context;
    // A time that is too late was written by a wrong clock.
    const latest = at + minutes(limits.undo.massMinutes) + clockSkewMs;
    if (undoUntil === null || undoUntil <= at || undoUntil > latest) throw problem('UNDO_OVER');
    await moveEndOfUndo(trx, requestId, { until: at + runningHoldMs, now: at });
    const records = await countUndoableRecords(trx, id);
    const undoing = { state: 'undoing', done: 0, total: records, undoUntil: null, leasedUntil: null } as const;
    const row = await changeAct(trx, id, undoing);
    await recordAction(trx, context, { action: 'massAct.undo', subject: { kind: 'massAct', id }, after: { records } });
    return row;
  });

/** Changes an act in a transaction, with its row locked. Throws RESULTS_NOT_FOUND if the caller has not started it. */
async function changeOwnAct(
  { database, actor, at, wakeMassActs }: ActContext,
  id: number,
  makeChange: (trx: Trx, row: MassActRow) => Promise<MassActRow>,
): Promise<MassAct> {
  const changed = await database.transact(async (trx) => {
    const row = await lockAct(trx, { id, startedBy: actor.userId });
    if (!row) throw problem('RESULTS_NOT_FOUND');
    afterCommit(trx, wakeMassActs);
    return makeChange(trx, row);
  });
  return toMassAct(database.kysely, changed, at);
}
