import type { BulkResult } from '@basics/contract/bulk.ts';
import type { Database, Trx } from '#server/database/database.ts';
import { Problem } from './problem.ts';

type Bulk = {
  database: Database;
  ids: readonly number[];
  preview: boolean | undefined;
  /** The same action as for one record; it must use only the database that it is given. */
  act: (database: Database, id: number) => Promise<unknown>;
};

/**
 * Does the same to many records, one after the other, so that the failure of one does not undo the others. Returns the outcome for each id. A
 * preview does it too, but rolls each record back, so that the same rules decide.
 */
export async function runBulk({ database, ids, preview = false, act }: Bulk): Promise<{ results: BulkResult[] }> {
  const results: BulkResult[] = [];
  for (const id of new Set(ids)) {
    const work = (given: Database): Promise<unknown> => act(given, id);
    // One after the other, because each takes the write lock of SQLite.
    // oxlint-disable-next-line no-await-in-loop
    results.push({ id, ...(await findOutcome(preview ? () => rehearse(database, work) : () => work(database))) });
  }
  return { results };
}

async function findOutcome(work: () => Promise<unknown>): Promise<Omit<BulkResult, 'id'>> {
  try {
    await work();
    return { outcome: 'done' };
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    if (thrown.status === 404) return { outcome: 'notFound' };
    // The message of INVALID only says that fields are wrong; the first of them says why.
    const [field] = Object.values(thrown.fields ?? {});
    return { outcome: 'refused', message: field ?? thrown.message };
  }
}

/** Runs several actions, each of which has a transaction of its own, in one transaction. They must use only the database that they are given. */
export const runTogether = (database: Database, work: (given: Database) => Promise<unknown>): Promise<unknown> =>
  database.transact((trx) => work(toDatabaseOf(trx, database)));

/** The database as the transaction sees it; its own transactions become parts of this one. */
const toDatabaseOf = (trx: Trx, database: Database): Database => ({
  ...database,
  kysely: trx,
  transact: (verb) => verb(trx),
});

/** Ends the transaction of a rehearsal, which must leave nothing behind. */
class Rehearsed extends Error {}

/** Runs the work in one transaction, and rolls it back. Throws what the work throws. */
async function rehearse(database: Database, work: (given: Database) => Promise<unknown>): Promise<void> {
  try {
    await database.transact(async (trx) => {
      await work(toDatabaseOf(trx, database));
      throw new Rehearsed('the rehearsal has ended');
    });
  } catch (thrown) {
    if (!(thrown instanceof Rehearsed)) throw thrown;
  }
}
