import { sql } from 'kysely';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Database, DatabaseLocation } from '#server/database/database.ts';
import { fillDemo } from '#server/demo/fill-demo.ts';
import { insertSigningKey } from '#server/features/signing-keys/signing-keys.repository.ts';
import { fillSearchText } from '#server/features/users/user-search.repository.ts';
import { isMailHeld } from '#server/mail/outbox.repository.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { claimInstallation } from '#server/settings.repository.ts';
import { createEmptyLocation, databases, openWithLongTimeouts } from '#server/testing/databases.ts';
import type { DatabaseKind } from '#server/testing/databases.ts';
import { createFolder } from '#server/testing/folders.ts';
import { createOperator } from '#server/testing/operator.ts';
import type { Operator } from '#server/testing/operator.ts';
import { noon, testKey } from '#server/testing/portal.ts';
import { runCommand } from '#server/testing/run-command.ts';
import { allRows } from '#server/testing/tables.ts';
import { findLastBackup, findLastProof } from '#server/backups/backups.repository.ts';

const clock = () => noon;

/** Creates a database with the customers, licences and e-mails of the demo, a working link, a calendar, and an e-mail with a link. */
async function createFilledPortal(kind: DatabaseKind): Promise<Operator> {
  const operator = await createOperator(kind);
  await operator.database.transact(async (trx) => {
    await claimInstallation(trx, 'portal');
    await insertSigningKey(trx, { ...testKey, at: noon });
    await fillDemo(trx, { now: noon, passwordHash: 'hash', key: testKey });
    await issueOneTimeToken(trx, { purpose: 'reset', userId: 1, now: noon });
    await trx
      .insertInto('calendarFeeds')
      .values({ userId: 1, hash: '0f'.repeat(32), createdAt: noon })
      .execute();
    await trx.updateTable('outbox').set({ sealed: '0123456789abcdef.text', state: 'queued' }).execute();
  });
  await fillSearchText(operator.database);
  return operator;
}

/** Creates an empty target for a copy, and a function that runs the command `portal` on it. */
async function createTarget(kind: DatabaseKind) {
  const folder = await createFolder();
  const emptyLocation = await createEmptyLocation(kind);
  const location: DatabaseLocation = 'url' in emptyLocation ? emptyLocation : { file: join(folder, 'portal.db') };
  const env = { DATA_DIR: folder, ...('url' in location && { DATABASE_URL: location.url }) };
  const run = (...words: string[]) => runCommand(words, { cwd: folder, env, clock });
  return { folder, where: location, run };
}

async function useDatabase(location: DatabaseLocation, callback: (database: Database) => Promise<void>): Promise<void> {
  const database = await openWithLongTimeouts(location);
  try {
    await callback(database);
  } finally {
    await database.close();
  }
}

const describeLocation = (location: DatabaseLocation): string => ('url' in location ? location.url : location.file);

/** Reads all rows, except the tables that each database computes itself, such as the search index. */
async function readComparableRows(database: Database) {
  const all = Object.entries(await allRows(database));
  return Object.fromEntries(all.filter(([name]) => !/^(migrations|search_|user_search_trigrams)/.test(name)));
}

const otherDatabase = { SQLite: 'PostgreSQL', PostgreSQL: 'SQLite' } as const;

test('a move to PostgreSQL and back copies every row, also after an interruption, and the copies can be used', async () => {
  const source = await createFilledPortal('SQLite');
  const server = await createTarget('PostgreSQL');
  const move = (note?: (line: string) => void) =>
    source.run(['move', '--to-file', '-', '--json'], {
      clock,
      input: `${describeLocation(server.where)}\n`,
      ...(note && { note }),
    });
  const interrupted = move((line) => {
    if (line.startsWith('licenses:')) throw new Error('interrupted');
  });
  await expect(interrupted).rejects.toThrow('interrupted');
  const backFile = join(server.folder, 'portal.db');
  const incomplete = await server.run('move', '--to', backFile);
  expect(incomplete).toMatchObject({ code: 1, error: expect.stringContaining('not complete') });
  const moveResult = await move();
  expect(moveResult).toMatchObject({ code: 0, out: expect.stringContaining('"table":"licenses"') });
  expect((await server.run('move', '--to', backFile)).code).toBe(0);

  const original = await readComparableRows(source.database);
  expect(original['licenses']?.length).toBeGreaterThan(10);
  for (const location of [server.where, { file: backFile }])
    await useDatabase(location, async (copy) => {
      expect(await readComparableRows(copy)).toEqual(original);
      // Triggers and generated ids must also work in the copy.
      await expect(sql`update audit set action = 'forged' where id = 1`.execute(copy.kysely)).rejects.toThrow();
      const countListed = async () => (await copy.kysely.selectFrom('listedUsers').select('userId').execute()).length;
      const countBefore = await countListed();
      await copy.kysely.deleteFrom('userSearch').where('userId', '=', 1).execute();
      expect(await countListed()).toBe(countBefore - 1);
      const subject = { kind: 'mail', id: null } as const;
      await copy.transact((trx) =>
        recordAudit(trx, { at: noon, actorId: null, requestId: null, action: 'next', subject }),
      );
      const next = await copy.kysely.selectFrom('audit').select('id').where('action', '=', 'next').execute();
      expect(next).toEqual([{ id: (original['audit']?.length ?? 0) + 1 }]);
    });
  const moveIntoUsed = await source.run(['move', '--to', describeLocation(server.where)], { clock });
  expect(moveIntoUsed).toMatchObject({ code: 1, error: expect.stringContaining('is not empty') });
  const moveOntoFile = await source.run(['move', '--to', backFile], { clock });
  expect(moveOntoFile).toMatchObject({ code: 1, error: expect.stringContaining('exists already') });
});

test('no portal starts on a copy whose licences do not verify', async () => {
  const source = await createFilledPortal('SQLite');
  const target = await createTarget('PostgreSQL');
  await source.database.kysely.updateTable('licenses').set({ licenceCode: 'BL-0000' }).execute();
  const move = await source.run(['move', '--to', describeLocation(target.where)], { clock });
  expect(move).toMatchObject({ code: 1, error: expect.stringContaining('does not verify') });
  const use = await target.run('move', '--to', join(target.folder, 'portal.db'));
  expect(use).toMatchObject({ code: 1, error: expect.stringContaining('is not complete') });
});

test.each(databases)(
  'a backup of %s is one checked file without links, and can be restored into the other kind of database',
  async (kind) => {
    const source = await createFilledPortal(kind);
    const folder = join(source.folder, 'safe');
    const firstBackup = await source.run(['backup', '--to', folder, '--keep', '1'], { clock });
    expect(firstBackup, firstBackup.error).toMatchObject({ code: 0 });
    const secondBackup = await source.run(['backup', '--to', folder, '--keep', '1'], { clock: () => noon + 1 });
    expect(secondBackup.out).toContain('Deleted: portal-2026-03-10T12-00-00-000Z.db');
    const [name = '', ...others] = await readdir(folder);
    expect({ name, others }).toEqual({ name: 'portal-2026-03-10T12-00-00-001Z.db', others: [] });
    const file = join(folder, name);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await findLastBackup(source.database.kysely)).toMatchObject({ at: noon + 1, file });

    const target = await createTarget(otherDatabase[kind]);
    if ('file' in target.where) {
      await writeFile(`${target.where.file}-wal`, 'of another database');
      expect(await target.run('restore', file)).toMatchObject({
        code: 1,
        error: expect.stringContaining('-wal exists'),
      });
      await rm(`${target.where.file}-wal`);
    }
    expect(await target.run('restore', file, '--check')).toMatchObject({ code: 0 });
    expect(await readdir(target.folder)).toEqual([]);
    expect((await source.run(['restore', file, '--check'], { clock })).code).toBe(0);
    expect(await findLastProof(source.database.kysely)).toEqual({ at: noon, file });
    expect((await target.run('restore', file)).code).toBe(0);
    const original = await readComparableRows(source.database);
    await useDatabase(target.where, async (copy) => {
      const restored = await readComparableRows(copy);
      for (const table of ['users', 'licenses', 'tool_grants', 'listed_users'])
        expect(restored[table]).toEqual(original[table]);
      for (const table of ['one_time_tokens', 'sessions', 'calendar_feeds']) expect(restored[table]).toEqual([]);
      const links = await copy.kysely.selectFrom('outbox').select('sealed').where('sealed', '!=', '').execute();
      expect(links).toEqual([]);
      expect(await isMailHeld(copy.kysely)).toBe(true);
    });
    expect((await target.run('restore', file)).code).toBe(1);
    expect(await readdir(target.folder)).toEqual('url' in target.where ? [] : ['portal.db']);
  },
);

test('a damaged backup is refused, and no file is left', async () => {
  const source = await createOperator('SQLite');
  await source.run(['backup', '--to', 'safe'], { clock });
  const [name = ''] = await readdir(join(source.folder, 'safe'));
  const bytes = await readFile(join(source.folder, 'safe', name));
  const damagedFile = join(source.folder, 'damaged.db');
  const target = await createTarget('SQLite');
  for (const end of [60_000, bytes.length]) {
    bytes.fill(0x55, end === bytes.length ? 0 : 40_000, end);
    await writeFile(damagedFile, bytes);
    expect((await target.run('restore', damagedFile)).code).toBe(1);
    expect(await readdir(target.folder)).toEqual([]);
  }
});
