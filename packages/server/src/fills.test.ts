import { expect, test } from 'vitest';
import { migrate } from './database/migrate.ts';
import { fillOnce } from './fill-once.repository.ts';
import { fills } from './fills.ts';
import { databases, createTestDatabase } from './testing/databases.ts';
import { noon } from './testing/portal.ts';
import { createUserRow } from './testing/rows.ts';
import { recordReads } from './testing/reads.ts';

test.each(databases)('a second start on %s reads as many rows with 2,000 users as with 200', async (kind) => {
  const database = await createTestDatabase(kind);
  const { kysely } = database;
  const add = (from: number, to: number) => {
    const users = Array.from({ length: to - from }, (_, at) => createUserRow({ login: `user${from + at}@x.example` }));
    return kysely.insertInto('users').values(users).execute();
  };
  const start = () =>
    recordReads(database, async (watched) => {
      await migrate(watched, () => noon);
      await fillOnce(watched, fills);
    });
  const searched = async () => (await kysely.selectFrom('userSearch').select('userId').execute()).length;

  await add(0, 200);
  const first = await start();
  expect(await searched()).toBe(200);
  const second = await start();
  expect(second.statements).not.toEqual(first.statements);
  for (const from of [200, 600, 1000, 1400]) await add(from, from + 400);
  await add(1800, 2000);
  expect(await start()).toEqual(second);
});
