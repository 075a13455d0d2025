import { users } from '@basics/contract/users/users.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import {
  userSearchIndex,
  searchUsers,
  rewriteSearchTexts,
} from '#server/features/users/list/search-users.repository.ts';
import { readUsers } from '#server/features/users/users.repository.ts';
import { databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { addCustomers } from '#server/testing/records/many-customers.ts';
import { createMachineRow } from '#server/testing/database/rows.ts';
import { fillSearchIndex } from './fill-search-index.repository.ts';

/** Counts the users that a keyword finds. */
const countFound = async ({ kysely }: Database, keyword: string): Promise<number> => {
  const page = await searchUsers(kysely, { userId: 1, profileID: 1 }, users.search.body.parse({ keyword }), {
    now: 0,
    readRows: readUsers,
  });
  return page.total;
};

const readIndexedTo = async ({ kysely }: Database): Promise<number | undefined> =>
  (await kysely.selectFrom('searchIndexes').select('indexedTo').where('name', '=', 'users').executeTakeFirst())
    ?.indexedTo;

describe.each(databases)('the search index (%s)', (kind) => {
  test('the rows of a copied database are added to the index, also after an interruption, and a search finds all users before the index is complete', async () => {
    const database = await createTestDatabase(kind);
    await addCustomers(database, { from: 0, to: 1200 });
    const countsBefore = [
      await countFound(database, 'almeida'),
      await countFound(database, 'customer7919@'),
      await countFound(database, 'al'),
    ];
    expect(countsBefore).toEqual([120, 1, 120]);
    await sql`update search_indexes set indexed_to = 0`.execute(database.kysely);
    if (kind === 'SQLite')
      await sql`insert into user_search_trigrams (user_search_trigrams) values ('delete-all')`.execute(database.kysely);
    await database.kysely
      .insertInto('machines')
      .values(createMachineRow({ userId: 5, name: 'Marimba' }))
      .execute();

    const stopController = new AbortController();
    const interruptedFill = fillSearchIndex(database, userSearchIndex, stopController.signal);
    stopController.abort(new Error('the process ends'));
    await expect(interruptedFill).rejects.toThrow('the process ends');
    const indexedId = await readIndexedTo(database);
    expect(indexedId).toBeGreaterThan(0);
    expect(indexedId).toBeLessThan(1200);
    expect([await countFound(database, 'almeida'), await countFound(database, 'customer7919@')]).toEqual([120, 1]);
    // Of the two users that are changed now, one is already in the index and the other is not.
    const changeLastName = (id: number) =>
      database.transact(async (trx) => {
        await trx.updateTable('users').set({ lastName: 'Xylophone' }).where('id', '=', id).execute();
        await rewriteSearchTexts(trx, [id]);
      });
    await changeLastName(3);
    await changeLastName(1100);
    await sql`delete from user_search where user_id in (4, 1101)`.execute(database.kysely);

    await fillSearchIndex(database, userSearchIndex, new AbortController().signal);
    expect(await readIndexedTo(database)).toBe(2_147_483_647);
    expect([await countFound(database, 'xylophone'), await countFound(database, 'xy')]).toEqual([2, 2]);
    expect(await countFound(database, 'marimba')).toBe(1);
    const remainingTerms = await sql<{ n: number }>`
      select count(*) as n from user_search where fold like '%almeida%'`.execute(database.kysely);
    expect(await countFound(database, 'almeida')).toBe(remainingTerms.rows[0]?.n);
    expect(await countFound(database, 'al')).toBe(remainingTerms.rows[0]?.n);
  });
});
