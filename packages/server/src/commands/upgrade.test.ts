import { sql } from 'kysely';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { migrations } from '#server/database/migrations.ts';
import { integer, text, withDefault } from '#server/database/columns.ts';
import { snakeCase } from '#server/database/names.ts';
import { addColumn, createTable, dropTable } from '#server/database/queries/statements.ts';
import type { Database, DatabaseLocation } from '#server/database/database.ts';
import type { Trx } from '../database/foundation.ts';
import { databases, createEmptyLocation, openWithLongTimeouts } from '#server/testing/database/databases.ts';
import type { DatabaseKind } from '#server/testing/database/databases.ts';
import { createFolder } from '#server/testing/processes/folders.ts';
import { noon } from '#server/testing/portal.ts';
import { runCommand } from '#server/testing/processes/run-command.ts';
import { checkCopy } from '#server/backups/check-copy.ts';

/** The folder with the database of each released version: `portal-<version>.db.gz`, as `testing/write-release.ts` writes it. */
const releaseFolder = resolve(import.meta.dirname, '../testing/releases');
const releases = (await readdir(releaseFolder)).filter((file) => file.endsWith('.db.gz'));
const clock = () => noon;

async function unpackRelease(release: string): Promise<string> {
  const file = join(await createFolder(), 'portal.db');
  await writeFile(file, gunzipSync(await readFile(join(releaseFolder, release))));
  return file;
}

async function useDatabase<Result>(location: DatabaseLocation, callback: (database: Database) => Promise<Result>) {
  const database = await openWithLongTimeouts(location);
  try {
    return await callback(database);
  } finally {
    await database.close();
  }
}

/** Creates a database as the released version left it. Returns where it is, and the number of migrations of that version. */
async function createReleased(kind: DatabaseKind, release: string) {
  const file = await unpackRelease(release);
  return useDatabase({ file }, async (source) => {
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(source.kysely);
    const location = kind === 'SQLite' ? { file } : await createEmptyLocation(kind);
    if (kind === 'PostgreSQL')
      await useDatabase(location, async (target) => {
        await migrate(target, clock, migrations.slice(0, rows.length));
        await target.transact((trx) => copyRows(source, trx));
      });
    return { location, migrationCount: rows.length };
  });
}

/** Copies the rows of a released SQLite database into the tables of the same version on PostgreSQL, without triggers and foreign keys. */
async function copyRows({ kysely }: Database, trx: Trx): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(trx);
  const tables = (await trx.introspection.getTables()).filter(({ name }) => name !== 'migrations');
  for (const { name, columns } of tables) {
    const { rows } = await sql<object>`select ${sql.join(columns.map((column) => sql.ref(column.name)))} from ${sql.table(name)}`.execute(kysely); // oxfmt-ignore
    const stored = rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([key, value]) => [snakeCase(key), value])),
    );
    await sql`delete from ${sql.table(name)}`.execute(trx);
    await sql`insert into ${sql.table(name)} overriding system value
      select * from json_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(stored)}::json)`.execute(trx);
  }
}

test('the command "migrate" copies an SQLite file before it changes the tables, and then has nothing more to do', async () => {
  const cwd = await createFolder();
  const file = join(cwd, 'portal.db');
  const lastMigration = migrations.at(-1)?.name;
  await useDatabase({ file }, (database) => migrate(database, clock, migrations.slice(0, -1)));
  const run = (...args: string[]) => runCommand(['migrate', ...args], { cwd, env: { DATA_DIR: cwd }, clock });
  expect(await run('--dry-run')).toMatchObject({ code: 0, out: `The next start would run: ${lastMigration}\n` });
  expect(await run()).toMatchObject({ code: 0, out: `Done: ${lastMigration}\n` });
  expect(await run()).toMatchObject({ code: 0, out: 'The database has all migrations.\n' });
  const copy = join(cwd, `portal.db.before-${lastMigration}`);
  await useDatabase({ file: copy }, async (database) =>
    expect(await migrate(database, clock)).toEqual([lastMigration]),
  );
});

/** Two migrations of a later version, with each kind of change to the tables. */
const laterMigrations = [
  {
    name: '9998-expand',
    steps: [createTable('laters', { word: text }), addColumn('licenses', 'later', withDefault(7, integer))],
  },
  { name: '9999-contract', steps: [dropTable('calendar_feeds')] },
];

const readLicences = ({ kysely }: Database) =>
  kysely.selectFrom('licenses').select(['id', 'licenceCode', 'licenceFile']).orderBy('id').execute();

describe.each(releases)('an upgrade of the released database %s', (release) => {
  test.each(databases)(
    'the database is restored into %s with the tables of this version, and its licences are unchanged',
    async (kind) => {
      const file = await unpackRelease(release);
      const licencesBefore = await useDatabase({ file: await unpackRelease(release) }, readLicences);
      const folder = await createFolder();
      const emptyLocation = await createEmptyLocation(kind);
      const location = 'url' in emptyLocation ? emptyLocation : { file: join(folder, 'portal.db') };
      const env = { DATA_DIR: folder, ...('url' in location && { DATABASE_URL: location.url }) };
      const restoreRun = await runCommand(['restore', file, '--json'], { cwd: folder, env, clock });
      expect(restoreRun).toMatchObject({ code: 0 });
      await useDatabase(location, async (database) => {
        expect(await migrate(database, clock)).toEqual([]);
        expect(await readLicences(database)).toEqual(licencesBefore);
        expect(licencesBefore.length).toBeGreaterThan(100);
      });
    },
  );

  test.each(databases)(
    'the released database is migrated on %s, also after an interruption, and an older version then refuses it',
    async (kind) => {
      const { location, migrationCount } = await createReleased(kind, release);
      await useDatabase(location, async (database) => {
        const licencesBefore = await readLicences(database);
        const interrupted = await migrate(database, clock, [...migrations, ...laterMigrations.slice(0, 1)]);
        const rest = await migrate(database, clock, [...migrations, ...laterMigrations]);
        const expectedMigrations = [...migrations.slice(migrationCount), ...laterMigrations];
        expect([...interrupted, ...rest]).toEqual(expectedMigrations.map(({ name }) => name));
        expect(await readLicences(database)).toEqual(licencesBefore);
        expect((await checkCopy(database)).verifiedLicences).toBeGreaterThan(100);
        await expect(migrate(database, clock)).rejects.toThrow('was made by a newer version');
      });
    },
  );
});
