import { expect, test } from 'vitest';
import { migrate } from './database/migrate.ts';
import { fillOnce } from './fill-once.repository.ts';
import { fills } from './fills.ts';
import { databases, createTestDatabase } from './testing/databases.ts';
import { noon } from './testing/portal.ts';
import { createUserRow } from './testing/rows.ts';
import { recordReads } from './testing/reads.ts';

test.each(databases)(
  'the second start of a portal reads the same number of rows with 2,000 users as with 200 (%s)',
  async (kind) => {
    const database = await createTestDatabase(kind);
    const { kysely } = database;
    const addUsers = (from: number, to: number) => {
      const users = Array.from({ length: to - from }, (_, index) =>
        createUserRow({ login: `user${from + index}@x.example` }),
      );
      return kysely.insertInto('users').values(users).execute();
    };
    const runStart = () =>
      recordReads(database, async (recordedDatabase) => {
        await migrate(recordedDatabase, () => noon);
        await fillOnce(recordedDatabase, fills);
      });
    const countSearchRows = async () => (await kysely.selectFrom('userSearch').select('userId').execute()).length;

    await addUsers(0, 200);
    const firstStart = await runStart();
    expect(await countSearchRows()).toBe(200);
    const secondStart = await runStart();
    expect(secondStart.statements).not.toEqual(firstStart.statements);
    for (const from of [200, 600, 1000, 1400]) await addUsers(from, from + 400);
    await addUsers(1800, 2000);
    expect(await runStart()).toEqual(secondStart);
  },
);
