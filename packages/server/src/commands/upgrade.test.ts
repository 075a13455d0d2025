import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { migrations } from '#server/database/migrations.ts';
import type { Database, DatabaseLocation } from '#server/database/database.ts';
import { databases, createEmptyLocation, openWithLongTimeouts } from '#server/testing/databases.ts';
import { newFolder } from '#server/testing/folders.ts';
import { noon } from '#server/testing/portal.ts';
import { runCommand } from '#server/testing/run-command.ts';
import { checkCopy } from '#server/backups/check-copy.ts';

/** The database of the demo as each released version wrote it: `portal-<version>.db.gz`. Add one with each release. */
const folderOfReleases = resolve(import.meta.dirname, '../testing/releases');
const releases = await readdir(folderOfReleases);

async function unpack(release: string): Promise<string> {
  const file = join(await newFolder(), 'portal.db');
  await writeFile(file, gunzipSync(await readFile(join(folderOfReleases, release))));
  return file;
}

async function onDatabase<Result>(where: DatabaseLocation, use: (database: Database) => Promise<Result>) {
  const database = await openWithLongTimeouts(where);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

const readLicences = ({ kysely }: Database) =>
  kysely.selectFrom('licenses').select(['id', 'licenceCode', 'licenceFile']).orderBy('id').execute();

describe.each(releases)('the database of %s', (release) => {
  test.each(databases)(
    'restores into %s with the tables of this version, and its licences are unchanged',
    async (kind) => {
      const file = await unpack(release);
      const before = await onDatabase({ file: await unpack(release) }, readLicences);
      const folder = await newFolder();
      const place = await createEmptyLocation(kind);
      const where = 'url' in place ? place : { file: join(folder, 'portal.db') };
      const env = { DATA_DIR: folder, ...('url' in where && { DATABASE_URL: where.url }) };
      const restored = await runCommand(['restore', file, '--json'], { cwd: folder, env, clock: () => noon });
      expect(restored).toMatchObject({ code: 0 });
      await onDatabase(where, async (database) => {
        expect(await migrate(database, () => noon)).toEqual([]);
        expect(await readLicences(database)).toEqual(before);
        expect(before.length).toBeGreaterThan(100);
      });
    },
  );

  test('is migrated in place, continues after an interruption, and the old version refuses it afterwards', async () => {
    const where = { file: await unpack(release) };
    const clock = () => noon;
    const missing = await onDatabase(where, async (database) => {
      const known = migrations.length;
      await migrate(database, clock, migrations.slice(0, known - 1));
      return migrate(database, clock);
    });
    expect(missing).toEqual([migrations.at(-1)?.name]);
    await onDatabase(where, async (database) => {
      expect((await checkCopy(database)).verifiedLicences).toBeGreaterThan(100);
      const older = migrate(database, clock, migrations.slice(0, -1));
      await expect(older).rejects.toThrow('was made by a newer version');
    });
  });
});
