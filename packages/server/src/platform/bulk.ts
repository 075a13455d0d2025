import { createHash } from 'node:crypto';
import { groupByEffect, type BulkResult, type PreviewFields } from '@basics/contract/calls/bulk.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import type { bulkReply, SelectionSeen } from '@basics/contract/calls/lists.ts';
import { massResultsPageSize } from '@basics/contract/mass-acts/mass-acts.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import type * as z from 'zod/mini';
import type { Database } from '#server/database/database.ts';
import type { Trx } from '../database/foundation.ts';
import type { CallContext } from './http/call-context.ts';
import { findPreviewed, keepPreviewed } from './mass-acts/previewed-selections.ts';
import { invalid, problem, Problem } from './problem.ts';

/** What the reply of a bulk call contains about a record in addition to the outcome. */
export type RowDetails = Pick<BulkResult, 'profileID' | 'grant' | 'expiryDate' | 'effect'>;

type Bulk = {
  database: Database;
  ids: readonly number[];
  preview: boolean | undefined;
  /**
   * Changes one record, and returns the details of the record for the reply. The function must use only the database
   * that it gets as a parameter.
   */
  changeRecord: (database: Database, id: number) => Promise<RowDetails | void>;
};

/**
 * Makes the same change to many records, each in its own transaction, so that the failure of one change does not undo
 * the other changes. Returns the outcome for each id. A preview also makes each change, so that the same rules decide,
 * and then rolls it back.
 */
export async function runBulk({
  database,
  ids,
  preview = false,
  changeRecord,
}: Bulk): Promise<{ results: BulkResult[] }> {
  const results: BulkResult[] = [];
  for (const id of new Set(ids)) {
    const runAction = (transactionDatabase: Database) => changeRecord(transactionDatabase, id);
    // The records are changed one after the other, because each change takes the write lock of SQLite.
    // oxlint-disable-next-line no-await-in-loop
    results.push({
      id,
      ...(await findOutcome(preview ? () => runAndRollBack(database, runAction) : () => runAction(database))),
    });
  }
  return { results };
}

/** The records of a bulk call. */
export type WithIds = { ids: number[] };

type SelectingCall = {
  ids?: number[] | undefined;
  selection?: object | undefined;
  seen?: SelectionSeen | undefined;
  from?: number | undefined;
  preview?: boolean | undefined;
};

/** What the preview of a selection returns in addition. */
type Part = { seen?: SelectionSeen; next?: number };

/**
 * Returns a bulk call with the ids of its records, which it lists or selects. The preview of a selection gets only the ids of one part: all
 * parts are of the records that the first part has found. Throws INVALID if the call has both ids and a selection, or neither, or `from` without a preview, and SELECTION_CHANGED if the selection is not the
 * one that was seen.
 */
export async function resolveSelection<Change extends SelectingCall>(
  caller: Pick<CallContext, 'database' | 'actor' | 'at'>,
  change: Change,
  findSelected: (selection: NonNullable<Change['selection']>) => Promise<number[]>,
): Promise<Change & WithIds & { part: Part }> {
  const { ids, selection, seen, from, preview }: SelectingCall & Pick<Change, 'selection'> = change;
  // Otherwise a run from an id would change all records of the selection.
  if (from !== undefined && !preview) throw invalid({ from: fieldMessages.notAllowed });
  if (ids !== undefined && selection === undefined) return { ...change, ids, part: {} };
  if (ids !== undefined || selection === undefined) throw invalid({ ids: serverMessages.idsOrSelection });
  const previewed = from === undefined || !seen ? null : findPreviewed(caller, { selection, digest: seen.digest });
  const selectedIds = previewed ?? sortIds(await findSelected(selection));
  const selected = hashSortedIds(selectedIds);
  if (seen !== undefined && seen.digest !== selected.digest) throw problem('SELECTION_CHANGED');
  if (!preview) return { ...change, ids: selectedIds, part: {} };
  const size = from === undefined ? limits.page.max : massResultsPageSize;
  const rest = from === undefined ? selectedIds : selectedIds.filter((id) => id >= from);
  const next = rest[size];
  keepPreviewed(caller, { selection, digest: selected.digest }, next === undefined ? null : selectedIds);
  return {
    ...change,
    ids: rest.slice(0, size),
    part: { seen: selected, ...(next !== undefined && { next }) },
  };
}

/** Returns the number and the hash of the ids of a selection, in any order. */
export const toSelectionSeen = (ids: readonly number[]): SelectionSeen => hashSortedIds(sortIds(ids));

const sortIds = (ids: readonly number[]): number[] => ids.toSorted((first, second) => first - second);

const hashSortedIds = (ids: readonly number[]): SelectionSeen => ({
  count: ids.length,
  digest: createHash('sha256').update(ids.join()).digest('base64url'),
});

/** The fields that a preview returns in addition to the outcomes. `touches` is absent for records that belong to nobody. */
export const toPreviewFields = (
  results: readonly BulkResult[],
  touches?: NonNullable<PreviewFields['touches']>,
): PreviewFields => ({
  effects: groupByEffect(results).map(({ results: sameResults, ...group }) => ({
    ...group,
    count: sameResults.length,
  })),
  ...(touches && { touches }),
});

/** The ids of the records that the caller sees. */
export const listFound = (results: readonly Pick<BulkResult, 'id' | 'outcome'>[]): number[] =>
  results.flatMap(({ id, outcome }) => (outcome === 'notFound' ? [] : [id]));

/** The ids of the records that change. */
export const listDone = (results: readonly BulkResult[]): number[] =>
  results.flatMap(({ id, outcome }) => (outcome === 'done' ? [id] : []));

/** Makes one decision, and returns its outcome. A problem that the decision throws is a refusal. */
export async function findOutcome(runAction: () => Promise<RowDetails | void>): Promise<Omit<BulkResult, 'id'>> {
  try {
    const rowDetails = await runAction();
    return { outcome: 'done', ...rowDetails };
  } catch (thrownError) {
    if (!(thrownError instanceof Problem)) throw thrownError;
    if (thrownError.status === 404) return { outcome: 'notFound' };
    // The message of INVALID says only that fields are wrong, so the message of the first field is used.
    const [field] = Object.values(thrownError.fields ?? {});
    return { outcome: 'refused', message: field ?? thrownError.message };
  }
}

/**
 * Returns the outcome that a deletion of many records would have for each id. The deletion itself runs, so that the
 * same rules decide, and is then rolled back. `deleteRecords` must use only the database that it gets as a parameter.
 */
export async function previewDeletion(
  database: Database,
  deleteRecords: (transactionDatabase: Database) => Promise<z.infer<typeof bulkReply>>,
  countTouched?: (ids: readonly number[]) => Promise<NonNullable<PreviewFields['touches']>>,
): Promise<{ results: BulkResult[] } & PreviewFields> {
  const { results: deletionResults } = await runAndRollBack(database, deleteRecords);
  const results = deletionResults.map(({ outcome, ...result }): BulkResult =>
    outcome === 'deleted' ? { ...result, outcome: 'done', effect: 'deleted' } : { ...result, outcome },
  );
  return { results, ...toPreviewFields(results, await countTouched?.(listDone(results))) };
}

/**
 * Runs several actions, each of which has its own transaction, in one transaction. The actions must use only the
 * database that they get as a parameter.
 */
export const runInOneTransaction = <T>(
  database: Database,
  runAction: (transactionDatabase: Database) => Promise<T>,
): Promise<T> => database.transact((trx) => runAction(toTransactionDatabase(trx, database)));

/**
 * Returns a database object for the statements of a transaction. Transactions that are started with this object become
 * parts of the given transaction.
 */
const toTransactionDatabase = (trx: Trx, database: Database): Database => ({
  ...database,
  kysely: trx,
  transact: (action) => action(trx),
});

/** The error that rolls back the transaction at the end of a preview. */
class RehearsalEnd extends Error {}

/**
 * Runs an action in one transaction, rolls the transaction back, and returns the result of the action. Throws the error
 * that the action throws.
 */
export async function runAndRollBack<T>(
  database: Database,
  runAction: (transactionDatabase: Database) => Promise<T>,
): Promise<T> {
  let previewResult: { result: T } | undefined;
  try {
    return await database.transact(async (trx) => {
      previewResult = { result: await runAction(toTransactionDatabase(trx, database)) };
      throw new RehearsalEnd('the preview is rolled back');
    });
  } catch (thrownError) {
    if (!(thrownError instanceof RehearsalEnd) || previewResult === undefined) throw thrownError;
    return previewResult.result;
  }
}
