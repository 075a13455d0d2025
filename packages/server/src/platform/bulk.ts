import type { BulkResult } from '@basics/contract/bulk.ts';
import type { bulkReply } from '@basics/contract/lists.ts';
import type * as z from 'zod/mini';
import type { Database, Trx } from '#server/database/database.ts';
import { Problem } from './problem.ts';

/** What the reply contains about a record in addition to the outcome. */
export type RowDetails = Pick<BulkResult, 'profileID' | 'grant'>;

type Bulk = {
  database: Database;
  ids: readonly number[];
  preview: boolean | undefined;
  /**
   * Does the action for one record, and returns what the reply says about it. The function must use only the database that it gets as
   * parameter.
   */
  changeRecord: (database: Database, id: number) => Promise<RowDetails | void>;
};

/**
 * Does the same action for many records, one after the other, so that the failure of one does not undo the others. Returns the outcome for
 * each id. A preview also does the action, so that the same rules decide, but rolls each transaction back.
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

async function findOutcome(runAction: () => Promise<RowDetails | void>): Promise<Omit<BulkResult, 'id'>> {
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
 * Returns what a deletion of many records would do with each id. The deletion itself runs, so that the same rules decide,
 * and is rolled back. `deleteRecords` must use only the database that it gets as parameter.
 */
export async function previewDeletion(
  database: Database,
  deleteRecords: (transactionDatabase: Database) => Promise<z.infer<typeof bulkReply>>,
): Promise<{ results: BulkResult[] }> {
  const { results } = await runAndRollBack(database, deleteRecords);
  return {
    results: results.map(({ outcome, ...result }) => ({
      ...result,
      outcome: outcome === 'deleted' ? 'done' : outcome,
    })),
  };
}

/**
 * Runs several actions, each of which has its own transaction, in one transaction. The actions must use only the database that they get as
 * parameter.
 */
export const runInOneTransaction = (
  database: Database,
  runAction: (transactionDatabase: Database) => Promise<unknown>,
): Promise<unknown> => database.transact((trx) => runAction(toTransactionDatabase(trx, database)));

/** The database within a transaction; its own transactions become parts of this one. */
const toTransactionDatabase = (trx: Trx, database: Database): Database => ({
  ...database,
  kysely: trx,
  transact: (action) => action(trx),
});

/** Thrown at the end of a preview, so that its transaction is rolled back. */
class RehearsalEnd extends Error {}

/** Runs the work in one transaction, rolls it back, and returns its result. Throws what the work throws. */
export async function runAndRollBack<T>(
  database: Database,
  runAction: (transactionDatabase: Database) => Promise<T>,
): Promise<T> {
  let rehearsal: { result: T } | undefined;
  try {
    return await database.transact(async (trx) => {
      rehearsal = { result: await runAction(toTransactionDatabase(trx, database)) };
      throw new RehearsalEnd('the preview is rolled back');
    });
  } catch (thrownError) {
    if (!(thrownError instanceof RehearsalEnd) || rehearsal === undefined) throw thrownError;
    return rehearsal.result;
  }
}
