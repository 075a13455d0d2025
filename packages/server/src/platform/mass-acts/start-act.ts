import { isTakingEffect, rankEffect } from '@basics/contract/calls/bulk.ts';
import type { MassAct, MassActKind } from '@basics/contract/calls/bulk.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { afterCommit } from '#server/database/database.ts';
import { parseTexts } from '#server/database/columns.ts';
import type { Db } from '#server/database/foundation.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { recordAction, type AuditedChange } from '#server/platform/audit/audit.ts';
import { serverTexts } from '#server/platform/texts/language.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import { countEffects, countRunningActs, insertAct, type MassActRow } from './mass-acts.repository.ts';

export type ActContext = Pick<CallContext, 'database' | 'actor' | 'origin' | 'at' | 'wakeMassActs'>;
/** `body` has what the act needs in addition to the ids. `audit` is the entry about the act itself, beside the entries about its records. */
type NewAct = { kind: MassActKind; change: string; ids: readonly number[]; body?: object; audit?: AuditedChange };

/**
 * Starts an act on many records in the background. The act does what the same call does at once, as the same person, and each record gets an
 * outcome. Throws NOT_FOR_KEYS, and INVALID if too many acts of the person run.
 */
export async function startAct(context: ActContext, { kind, change, ids, body = {}, audit }: NewAct): Promise<MassAct> {
  const { database, actor, origin, at, wakeMassActs } = context;
  // In the background, the act would have the scope of the person who owns the key.
  if (actor.machine) throw problem('NOT_FOR_KEYS');
  const row = await database.transact(async (trx) => {
    if ((await countRunningActs(trx, actor.userId)) >= limits.massAct.running)
      throw invalid({ background: serverMessages.manyActs });
    const act = { kind, change, body: JSON.stringify(body), startedBy: actor.userId, requestId: origin.requestId, at };
    const inserted = await insertAct(trx, act, [...new Set(ids)]);
    await recordAction(trx, context, {
      action: 'massAct.start',
      subject: { kind: 'massAct', id: inserted.id },
      after: { kind, change, records: inserted.total },
    });
    if (audit) await recordAction(trx, context, audit);
    afterCommit(trx, wakeMassActs);
    return inserted;
  });
  return toMassAct(database.kysely, row, at);
}

type BulkBody = {
  ids: readonly number[];
  selection?: object | undefined;
  seen?: object | undefined;
  part?: object | undefined;
  preview?: boolean | undefined;
  background?: boolean | undefined;
};

/** Starts the act of a bulk call with `background`. Without it, returns undefined, and throws INVALID for more records than one call may change. */
export async function startIfInBackground(
  context: ActContext,
  { kind, change }: Pick<NewAct, 'kind' | 'change'>,
  { ids, selection, seen: _seen, part: _part, preview = false, background = false, ...body }: BulkBody,
): Promise<{ results: []; act: MassAct } | undefined> {
  if (background && !preview) return { results: [], act: await startAct(context, { kind, change, ids, body }) };
  const isPart = preview && selection !== undefined;
  if (ids.length > limits.page.max && !isPart) {
    const message = serverTexts().fieldFaults.mostEntries(String(limits.page.max));
    throw invalid({ [selection === undefined ? 'ids' : 'selection']: message });
  }
  return undefined;
}

/** Returns what the reply says about an act. */
export async function toMassAct(db: Db, row: MassActRow, now: number): Promise<MassAct> {
  const counts = await countEffects(db, row.id);
  const effects = counts.map((count) => ({ ...count, takesAway: isTakingEffect(count.effect) }));
  const { undoUntil } = row;
  return {
    actId: row.id,
    kind: row.kind,
    change: row.change,
    state: row.state,
    createdAt: new Date(row.createdAt).toISOString(),
    finishedAt: row.finishedAt === null ? null : new Date(row.finishedAt).toISOString(),
    of: row.total,
    done: row.done,
    effects: effects.toSorted((first, second) => rankEffect(first) - rankEffect(second) || second.count - first.count),
    remains: parseTexts(row.remains),
    ...(undoUntil !== null &&
      undoUntil > now && { undo: { id: row.requestId, until: new Date(undoUntil).toISOString() } }),
  };
}
