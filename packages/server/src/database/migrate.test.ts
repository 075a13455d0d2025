import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databases, createEmptyLocation, createTestDatabase } from '#server/testing/database/databases.ts';
import type { DatabaseKind } from '#server/testing/database/databases.ts';
import { text } from './columns.ts';
import { openDatabase, type Database } from './database.ts';
import { DatabaseUnavailable } from './failures.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';
import { createTable, type Migration } from './queries/statements.ts';

const clock = () => Date.parse('2026-03-01T12:00:00Z');
const addedMigration: Migration = { name: '9999-later', steps: [createTable('laters', { word: text })] };

async function openEmptyDatabase(kind: DatabaseKind): Promise<Database> {
  const database = await openDatabase(await createEmptyLocation(kind));
  onTestFinished(() => database.close());
  return database;
}

const readTableNames = async ({ kysely }: Database): Promise<string[]> =>
  (await kysely.introspection.getTables()).map((table) => table.name);

describe.each(databases)('migrations (%s)', (kind) => {
  test('an empty database gets every migration once, in order', async () => {
    const database = await openEmptyDatabase(kind);
    expect(await migrate(database, clock)).toEqual(migrations.map(({ name }) => name));
    expect(await migrate(database, clock)).toEqual([]);
    const { rows } = await sql`select name, applied_at from migrations order by name`.execute(database.kysely);
    expect(rows).toEqual(migrations.map(({ name }) => ({ name, appliedAt: '2026-03-01T12:00:00.000Z' })));
  });

  test('servers that start at the same time run each migration only once in total', async () => {
    const location = await createEmptyLocation(kind);
    const servers = await Promise.all([1, 2, 3].map(() => openDatabase(location)));
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.close()));
    });
    const migrationsByServer = await Promise.all(servers.map((server) => migrate(server, clock)));
    expect(migrationsByServer.flat().toSorted()).toEqual(migrations.map((migration) => migration.name));
  });

  test('a migration that fails halfway changes nothing', async () => {
    const database = await createTestDatabase(kind);
    const brokenMigration = {
      name: '9998-broken',
      steps: [...addedMigration.steps, { do: 'run' as const, sql: 'select nonsense' }],
    };
    await expect(migrate(database, clock, [...migrations, brokenMigration])).rejects.toThrow('nonsense');
    expect(await readTableNames(database)).not.toContain('laters');
    expect(await migrate(database, clock, [...migrations, addedMigration])).toEqual(['9999-later']);
  });

  test('a database of a newer version is refused with the name of its migration', async () => {
    const database = await createTestDatabase(kind);
    await migrate(database, clock, [...migrations, addedMigration]);
    const refusedMigration = migrate(database, clock);
    await expect(refusedMigration).rejects.toThrow(DatabaseUnavailable);
    await expect(refusedMigration).rejects.toThrow('newer version of Basics Portal (9999-later)');
  });

  test('a migration that was changed after it ran is refused with its name', async () => {
    const database = await createTestDatabase(kind);
    await migrate(database, clock, [...migrations, addedMigration]);
    const changedMigration = { name: addedMigration.name, steps: [createTable('laters', { words: text })] };
    await expect(migrate(database, clock, [...migrations, changedMigration])).rejects.toThrow(
      '9999-later differs from the one',
    );
  });

  test('a database with tables of another program is not changed', async () => {
    const database = await openEmptyDatabase(kind);
    await sql`create table users (name text)`.execute(database.kysely);
    await expect(migrate(database, clock)).rejects.toThrow('tables of another program (users)');
    expect(await readTableNames(database)).toEqual(['users']);
  });

  test('a new database contains both brands, the tools and the policies', async () => {
    const { kysely } = await createTestDatabase(kind);
    const brands = await kysely.selectFrom('brands').select(['id', 'theme', 'isDefault']).orderBy('code').execute();
    expect(brands).toEqual([
      { id: 'blue', theme: 'product', isDefault: 1 },
      { id: 'red', theme: 'partner', isDefault: 0 },
    ]);
    const viewerPolicies = await kysely
      .selectFrom('licencePolicies')
      .select(['brandId', 'months', 'days', 'seats', 'moves', 'graceDays'])
      .where('profileId', '=', 0)
      .orderBy('brandId')
      .execute();
    const policy = { months: null, days: 30, seats: 1, moves: 3, graceDays: 14 };
    expect(viewerPolicies).toEqual([
      { brandId: 'blue', ...policy },
      { brandId: 'red', ...policy },
    ]);
  });
});
