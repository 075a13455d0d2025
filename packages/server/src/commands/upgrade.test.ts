import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { migrations } from '#server/database/migrations.ts';
import type { Database, DatabaseLocation } from '#server/database/database.ts';
import { databases, createEmptyLocation, openWithLongTimeouts } from '#server/testing/databases.ts';
import { createFolder } from '#server/testing/folders.ts';
import { noon } from '#server/testing/portal.ts';
import { runCommand } from '#server/testing/run-command.ts';
import { checkCopy } from '#server/backups/check-copy.ts';

/** The folder with a demo database of each released version: `portal-<version>.db.gz`. Add a file with each release. */
const releaseFolder = resolve(import.meta.dirname, '../testing/releases');
const releases = await readdir(releaseFolder);

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
      const restoreRun = await runCommand(['restore', file, '--json'], { cwd: folder, env, clock: () => noon });
      expect(restoreRun).toMatchObject({ code: 0 });
      await useDatabase(location, async (database) => {
        expect(await migrate(database, () => noon)).toEqual([]);
        expect(await readLicences(database)).toEqual(licencesBefore);
        expect(licencesBefore.length).toBeGreaterThan(100);
      });
    },
  );

  test('the released database is migrated, also after an interruption, and the old version then refuses the migrated database', async () => {
    const location = { file: await unpackRelease(release) };
    const clock = () => noon;
    const newMigrationCount = await useDatabase(location, async (database) => {
      const migrationCount = migrations.length;
      await migrate(database, clock, migrations.slice(0, migrationCount - 1));
      return migrate(database, clock);
    });
    expect(newMigrationCount).toEqual([migrations.at(-1)?.name]);
    await useDatabase(location, async (database) => {
      expect((await checkCopy(database)).verifiedLicences).toBeGreaterThan(100);
      const migrationToOlder = migrate(database, clock, migrations.slice(0, -1));
      await expect(migrationToOlder).rejects.toThrow('was made by a newer version');
    });
  });
});
