import { users } from '@basics/contract/users.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { userIndex } from '#server/features/users/people-list.repository.ts';
import { searchUsers } from '#server/features/users/search-users.repository.ts';
import { rewriteSearchTexts } from '#server/features/users/user-search.repository.ts';
import { databases, createTestDatabase } from '#server/testing/databases.ts';
import { addCustomers } from '#server/testing/many-customers.ts';
import { createMachineRow } from '#server/testing/rows.ts';
import { fillSearchIndex } from './fill-search-index.repository.ts';

/** How many users a keyword finds. */
const found = async ({ kysely }: Database, keyword: string): Promise<number> => {
  const page = await searchUsers(kysely, { userId: 1, profileID: 1 }, users.search.body.parse({ keyword }));
  return page.total;
};

const indexedTo = async ({ kysely }: Database): Promise<number | undefined> =>
  (await kysely.selectFrom('searchIndexes').select('indexedTo').executeTakeFirst())?.indexedTo;

describe.each(databases)('the search index on %s', (kind) => {
  test('is filled with the rows of an earlier version, also after a stop in the middle, and finds the same meanwhile', async () => {
    const database = await createTestDatabase(kind);
    await addCustomers(database, { from: 0, to: 1200 });
    const before = [
      await found(database, 'almeida'),
      await found(database, 'customer7919@'),
      await found(database, 'al'),
    ];
    expect(before).toEqual([120, 1, 120]);
    await sql`update search_indexes set indexed_to = 0`.execute(database.kysely);
    if (kind === 'SQLite')
      await sql`insert into user_search_trigrams (user_search_trigrams) values ('delete-all')`.execute(database.kysely);
    await database.kysely
      .insertInto('machines')
      .values(createMachineRow({ userId: 5, name: 'Marimba' }))
      .execute();
    await sql`update user_search set starts = '', machines = ''`.execute(database.kysely);

    const stop = new AbortController();
    const stopped = fillSearchIndex(database, userIndex, stop.signal);
    stop.abort(new Error('the process ends'));
    await expect(stopped).rejects.toThrow('the process ends');
    const at = await indexedTo(database);
    expect(at).toBeGreaterThan(0);
    expect(at).toBeLessThan(1200);
    expect([await found(database, 'almeida'), await found(database, 'customer7919@')]).toEqual([120, 1]);
    // Changes before and behind the place that was reached.
    const change = (id: number) =>
      database.transact(async (trx) => {
        await trx.updateTable('users').set({ lastName: 'Xylophone' }).where('id', '=', id).execute();
        await rewriteSearchTexts(trx, [id]);
      });
    await change(3);
    await change(1100);
    await sql`delete from user_search where user_id in (4, 1101)`.execute(database.kysely);

    await fillSearchIndex(database, userIndex, new AbortController().signal);
    expect(await indexedTo(database)).toBe(2_147_483_647);
    expect([await found(database, 'xylophone'), await found(database, 'xy')]).toEqual([2, 2]);
    expect(await found(database, 'marimba')).toBe(1);
    const left = await sql<{ n: number }>`
      select count(*) as n from user_search where fold like '%almeida%'`.execute(database.kysely);
    expect(await found(database, 'almeida')).toBe(left.rows[0]?.n);
    expect(await found(database, 'al')).toBe(left.rows[0]?.n);
  });
});
