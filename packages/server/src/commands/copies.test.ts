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
import { newFolder } from '#server/testing/folders.ts';
import { createOperator } from '#server/testing/operator.ts';
import type { Operator } from '#server/testing/operator.ts';
import { noon, testKey } from '#server/testing/portal.ts';
import { runCommand } from '#server/testing/run-command.ts';
import { allRows } from '#server/testing/tables.ts';
import { findLastBackup, findLastProof } from '#server/backups/backups.repository.ts';

const clock = () => noon;

/** A database with the customers, licences and e-mails of the demo, a link and a calendar that work, and an e-mail with a link. */
async function createFilled(kind: DatabaseKind): Promise<Operator> {
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

/** Another place for the database, and the command on it. */
async function createTarget(kind: DatabaseKind) {
  const folder = await newFolder();
  const location = await createEmptyLocation(kind);
  const where: DatabaseLocation = 'url' in location ? location : { file: join(folder, 'portal.db') };
  const env = { DATA_DIR: folder, ...('url' in where && { DATABASE_URL: where.url }) };
  const run = (...words: string[]) => runCommand(words, { cwd: folder, env, clock });
  return { folder, where, run };
}

async function onDatabase(where: DatabaseLocation, use: (database: Database) => Promise<void>): Promise<void> {
  const database = await openWithLongTimeouts(where);
  try {
    await use(database);
  } finally {
    await database.close();
  }
}

const nameTarget = (where: DatabaseLocation): string => ('url' in where ? where.url : where.file);

/** The rows without tables that each database computes itself; SQLite keeps its search index in tables of its own. */
async function comparableRows(database: Database) {
  const all = Object.entries(await allRows(database));
  return Object.fromEntries(all.filter(([name]) => !/^(migrations|search_|user_search_trigrams)/.test(name)));
}

const otherKind = { SQLite: 'PostgreSQL', PostgreSQL: 'SQLite' } as const;

test('a move to PostgreSQL and back copies every row, also after an interruption, and the copies work', async () => {
  const source = await createFilled('SQLite');
  const server = await createTarget('PostgreSQL');
  const move = (note?: (line: string) => void) =>
    source.run(['move', '--to-file', '-', '--json'], {
      clock,
      input: `${nameTarget(server.where)}\n`,
      ...(note && { note }),
    });
  const interrupted = move((line) => {
    if (line.startsWith('licenses:')) throw new Error('interrupted');
  });
  await expect(interrupted).rejects.toThrow('interrupted');
  const back = join(server.folder, 'portal.db');
  const incomplete = await server.run('move', '--to', back);
  expect(incomplete).toMatchObject({ code: 1, error: expect.stringContaining('not complete') });
  const there = await move();
  expect(there).toMatchObject({ code: 0, out: expect.stringContaining('"table":"licenses"') });
  expect((await server.run('move', '--to', back)).code).toBe(0);

  const original = await comparableRows(source.database);
  expect(original['licenses']?.length).toBeGreaterThan(10);
  for (const where of [server.where, { file: back }])
    await onDatabase(where, async (copy) => {
      expect(await comparableRows(copy)).toEqual(original);
      // Triggers and generated ids work in the copy.
      await expect(sql`update audit set action = 'forged' where id = 1`.execute(copy.kysely)).rejects.toThrow();
      const listed = async () => (await copy.kysely.selectFrom('listedUsers').select('userId').execute()).length;
      const before = await listed();
      await copy.kysely.deleteFrom('userSearch').where('userId', '=', 1).execute();
      expect(await listed()).toBe(before - 1);
      const subject = { kind: 'mail', id: null } as const;
      await copy.transact((trx) =>
        recordAudit(trx, { at: noon, actorId: null, requestId: null, action: 'next', subject }),
      );
      const next = await copy.kysely.selectFrom('audit').select('id').where('action', '=', 'next').execute();
      expect(next).toEqual([{ id: (original['audit']?.length ?? 0) + 1 }]);
    });
  const inUse = await source.run(['move', '--to', nameTarget(server.where)], { clock });
  expect(inUse).toMatchObject({ code: 1, error: expect.stringContaining('is not empty') });
  const exists = await source.run(['move', '--to', back], { clock });
  expect(exists).toMatchObject({ code: 1, error: expect.stringContaining('exists already') });
});

test.each(databases)(
  'a backup of %s is one proven file without links, and restores into the other database',
  async (kind) => {
    const source = await createFilled(kind);
    const folder = join(source.folder, 'safe');
    const written = await source.run(['backup', '--to', folder, '--keep', '1'], { clock });
    expect(written, written.error).toMatchObject({ code: 0 });
    const later = await source.run(['backup', '--to', folder, '--keep', '1'], { clock: () => noon + 1 });
    expect(later.out).toContain('Deleted: portal-2026-03-10T12-00-00-000Z.db');
    const [name = '', ...others] = await readdir(folder);
    expect({ name, others }).toEqual({ name: 'portal-2026-03-10T12-00-00-001Z.db', others: [] });
    const file = join(folder, name);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await findLastBackup(source.database.kysely)).toMatchObject({ at: noon + 1, file });

    const target = await createTarget(otherKind[kind]);
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
    const original = await comparableRows(source.database);
    await onDatabase(target.where, async (copy) => {
      const restored = await comparableRows(copy);
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

test('a damaged backup is refused, and nothing is left behind', async () => {
  const source = await createOperator('SQLite');
  await source.run(['backup', '--to', 'safe'], { clock });
  const [name = ''] = await readdir(join(source.folder, 'safe'));
  const bytes = await readFile(join(source.folder, 'safe', name));
  const damaged = join(source.folder, 'damaged.db');
  const target = await createTarget('SQLite');
  for (const end of [60_000, bytes.length]) {
    bytes.fill(0x55, end === bytes.length ? 0 : 40_000, end);
    await writeFile(damaged, bytes);
    expect((await target.run('restore', damaged)).code).toBe(1);
    expect(await readdir(target.folder)).toEqual([]);
  }
});
