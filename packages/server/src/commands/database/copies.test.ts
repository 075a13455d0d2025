import { generateIdentity, identityToRecipient } from 'age-encryption';
import { sql } from 'kysely';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Database, DatabaseLocation } from '#server/database/database.ts';
import { fillDemo } from '#server/demo/fill-demo.ts';
import { insertSigningKey } from '#server/features/signing-keys/signing-keys.repository.ts';
import { isMailHeld } from '#server/mail/outbox.repository.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { issueOneTimeToken } from '#server/platform/security/one-time-tokens.ts';
import { claimInstallation } from '#server/start/settings.repository.ts';
import { createEmptyLocation, databases, openWithLongTimeouts } from '#server/testing/database/databases.ts';
import type { DatabaseKind } from '#server/testing/database/databases.ts';
import { createFolder } from '#server/testing/processes/folders.ts';
import { createOperator, type Operator } from '#server/testing/processes/operator.ts';
import { noon, testKey } from '#server/testing/portal.ts';
import { runCommand } from '#server/testing/processes/run-command.ts';
import { tamperWithAudit } from '#server/testing/tamper.ts';
import { allRows } from '#server/testing/database/tables.ts';
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
  return operator;
}

/** Creates an empty target for a copy, and a function that runs the command `portal` on it. */
async function createTarget(kind: DatabaseKind) {
  const folder = await createFolder();
  const emptyLocation = await createEmptyLocation(kind);
  const location: DatabaseLocation = 'url' in emptyLocation ? emptyLocation : { file: join(folder, 'portal.db') };
  const env = { DATA_DIR: folder, ...('url' in location && { DATABASE_URL: location.url }) };
  const run = (...commandWords: string[]) => runCommand(commandWords, { cwd: folder, env, clock });
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

/**
 * Reads the rows of all tables, except the tables that each database computes itself: the search index, and the groups of lists, whose ids
 * differ.
 */
async function readComparableRows(database: Database) {
  const tableEntries = Object.entries(await allRows(database)).filter(
    ([name]) => !/^(migrations|search_|user_search_trigrams|listed_(user|request)(_groups|_tag_counts))/.test(name),
  );
  const withoutGroups = (rows: readonly string[]) => rows.map((row) => row.replace(/"groupId":\d+/, '')).toSorted();
  return Object.fromEntries(tableEntries.map(([name, rows]) => [name, withoutGroups(rows)]));
}

const extensions = { SQLite: 'db.zst', PostgreSQL: 'tables.zst' } as const;

const otherDatabase = { SQLite: 'PostgreSQL', PostgreSQL: 'SQLite' } as const;

test('a copy to PostgreSQL and back contains every row, also after an interruption, and a portal can use both copies', async () => {
  const sourceOperator = await createFilledPortal('SQLite');
  const serverTarget = await createTarget('PostgreSQL');
  const runMove = (note?: (line: string) => void) =>
    sourceOperator.run(['move', '--to-file', '-', '--json'], {
      clock,
      input: `${describeLocation(serverTarget.where)}\n`,
      ...(note && { note }),
    });
  const interruptedMove = runMove((line) => {
    if (line.startsWith('licenses:')) throw new Error('interrupted');
  });
  await expect(interruptedMove).rejects.toThrow('interrupted');
  const sqliteCopyFile = join(serverTarget.folder, 'portal.db');
  const refusedMove = await serverTarget.run('move', '--to', sqliteCopyFile);
  expect(refusedMove).toMatchObject({ code: 1, error: expect.stringContaining('not complete') });
  const moveResult = await runMove();
  expect(moveResult).toMatchObject({ code: 0, out: expect.stringContaining('"table":"licenses"') });
  expect((await serverTarget.run('move', '--to', sqliteCopyFile)).code).toBe(0);

  const originalRows = await readComparableRows(sourceOperator.database);
  expect(originalRows['licenses']?.length).toBeGreaterThan(10);
  for (const location of [serverTarget.where, { file: sqliteCopyFile }])
    await useDatabase(location, async (copy) => {
      expect(await readComparableRows(copy)).toEqual(originalRows);
      // Triggers and generated ids must also work in the copy.
      await expect(sql`update audit set action = 'forged' where id = 1`.execute(copy.kysely)).rejects.toThrow();
      const countListedUsers = async () =>
        (await copy.kysely.selectFrom('listedUsers').select('userId').execute()).length;
      const countBefore = await countListedUsers();
      await copy.kysely.deleteFrom('userSearch').where('userId', '=', 1).execute();
      expect(await countListedUsers()).toBe(countBefore - 1);
      const subject = { kind: 'mail', id: null } as const;
      await copy.transact((trx) =>
        recordAudit(trx, { at: noon, actorId: null, requestId: null, action: 'demo.fill', subject }),
      );
      const entryCount = originalRows['audit']?.length ?? 0;
      const nextEntries = await copy.kysely.selectFrom('audit').select('id').where('id', '>', entryCount).execute();
      expect(nextEntries).toEqual([{ id: entryCount + 1 }]);
    });
  const moveIntoUsedDatabase = await sourceOperator.run(['move', '--to', describeLocation(serverTarget.where)], {
    clock,
  });
  expect(moveIntoUsedDatabase).toMatchObject({ code: 1, error: expect.stringContaining('is not empty') });
  const moveOntoExistingFile = await sourceOperator.run(['move', '--to', sqliteCopyFile], { clock });
  expect(moveOntoExistingFile).toMatchObject({ code: 1, error: expect.stringContaining('exists already') });
});

test.each(databases)(
  'of a damaged %s, a backup is written that names its faults; it is restored and moved only with --accept-faults, and the audit log says so',
  async (kind) => {
    const sourceOperator = await createFilledPortal(kind);
    const { database } = sourceOperator;
    await tamperWithAudit(kind, database, "update audit set action = 'forged' where id = 1");
    await database.kysely.updateTable('licenses').set({ licenceCode: 'BL-0000' }).where('id', '=', 1).execute();
    const folder = join(sourceOperator.folder, 'safe');
    const backup = () => sourceOperator.run(['backup', '--to', folder, '--keep', '1'], { clock });
    const backupResult = await backup();
    expect(backupResult.code).toBe(1);
    expect(backupResult.error).toMatch(/The audit log is broken at entry 1\..*\n1 licences do not verify: 1 \(/s);
    const [name = '', ...others] = await readdir(folder);
    expect({ name, others }).toEqual({
      name: `portal-2026-03-10T12-00-00-000Z-with-faults.${extensions[kind]}`,
      others: [],
    });
    expect(await findLastBackup(database.kysely), 'no backup without faults').toBeNull();

    const target = await createTarget(otherDatabase[kind]);
    const file = join(folder, name);
    expect(await target.run('restore', file)).toMatchObject({
      code: 1,
      error: expect.stringContaining('--accept-faults'),
    });
    expect(await target.run('restore', file, '--accept-faults')).toMatchObject({ code: 0 });
    const moved = await createTarget(otherDatabase[kind]);
    const move = (...options: string[]) =>
      sourceOperator.run(['move', '--to', describeLocation(moved.where), ...options], { clock });
    expect(await move()).toMatchObject({ code: 1, error: expect.stringContaining('do not verify') });
    const incompleteCopy = await moved.run('move', '--to', join(moved.folder, 'other.db'));
    if ('url' in moved.where)
      expect(incompleteCopy).toMatchObject({ code: 1, error: expect.stringContaining('is not complete') });
    expect(await move('--accept-faults')).toMatchObject({ code: 0, out: expect.stringContaining('do not verify') });
    const originalRows = await readComparableRows(database);
    for (const location of [target.where, moved.where])
      await useDatabase(location, async (copy) => {
        const rows = await readComparableRows(copy);
        for (const table of ['users', 'licenses', 'tool_grants']) expect(rows[table]).toEqual(originalRows[table]);
        expect(JSON.stringify(rows['audit_values'])).toContain('acceptedFaults');
      });
  },
);

test.each(databases)(
  'a backup of %s is one checked file without links of e-mails, and can be restored into the other kind of database',
  async (kind) => {
    const sourceOperator = await createFilledPortal(kind);
    const folder = join(sourceOperator.folder, 'safe.zst');
    const firstBackup = await sourceOperator.run(['backup', '--to', folder, '--keep', '1'], { clock });
    expect(firstBackup, firstBackup.error).toMatchObject({ code: 0 });
    const secondBackup = await sourceOperator.run(['backup', '--to', folder, '--keep', '1'], { clock: () => noon + 1 });
    expect(secondBackup.out).toContain(`Deleted: portal-2026-03-10T12-00-00-000Z.${extensions[kind]}`);
    const [name = '', ...others] = await readdir(folder);
    expect({ name, others }).toEqual({ name: `portal-2026-03-10T12-00-00-001Z.${extensions[kind]}`, others: [] });
    const file = join(folder, name);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const content = zstdDecompressSync(await readFile(file));
    for (const secret of ['0f'.repeat(32), '0123456789abcdef.text'])
      expect(content.includes(secret), secret).toBe(false);
    expect(await findLastBackup(sourceOperator.database.kysely)).toMatchObject({ at: noon + 1, file });

    const targetFolder = await createTarget(otherDatabase[kind]);
    if ('file' in targetFolder.where) {
      await writeFile(`${targetFolder.where.file}-wal`, 'of another database');
      expect(await targetFolder.run('restore', file)).toMatchObject({
        code: 1,
        error: expect.stringContaining('-wal exists'),
      });
      await rm(`${targetFolder.where.file}-wal`);
    }
    expect(await targetFolder.run('restore', file, '--check')).toMatchObject({ code: 0 });
    expect(await readdir(targetFolder.folder)).toEqual([]);
    expect((await sourceOperator.run(['restore', file, '--check'], { clock })).code).toBe(0);
    expect(await findLastProof(sourceOperator.database.kysely)).toEqual({ at: noon, file });
    expect((await targetFolder.run('restore', file)).code).toBe(0);
    const originalRows = await readComparableRows(sourceOperator.database);
    await useDatabase(targetFolder.where, async (copy) => {
      const restoredRows = await readComparableRows(copy);
      for (const table of ['users', 'licenses', 'tool_grants', 'listed_users'])
        expect(restoredRows[table]).toEqual(originalRows[table]);
      for (const table of ['one_time_tokens', 'sessions', 'calendar_feeds']) expect(restoredRows[table]).toEqual([]);
      const sealedLinks = await copy.kysely.selectFrom('outbox').select('sealed').where('sealed', '!=', '').execute();
      expect(sealedLinks).toEqual([]);
      expect(await isMailHeld(copy.kysely)).toBe(true);
    });
    expect((await targetFolder.run('restore', file)).code).toBe(1);
    expect(await readdir(targetFolder.folder)).toEqual('url' in targetFolder.where ? [] : ['portal.db']);
  },
);

test.each(databases)(
  'a backup of %s that is encrypted for a public key is restored only with the private key, and no readable file remains',
  async (kind) => {
    const sourceOperator = await createOperator(kind);
    const folder = join(sourceOperator.folder, 'safe');
    const [identity, otherIdentity] = [await generateIdentity(), await generateIdentity()];
    const otherEnv = { BACKUP_RECIPIENT: await identityToRecipient(identity) };
    const backupResult = await sourceOperator.run(['backup', '--to', folder], { clock, otherEnv });
    expect(backupResult, backupResult.error).toMatchObject({ code: 0 });
    const [name = '', ...others] = await readdir(folder);
    expect({ name, others }).toEqual({ name: `portal-2026-03-10T12-00-00-000Z.${extensions[kind]}.age`, others: [] });
    const file = join(folder, name);
    expect((await readFile(file)).toString('latin1')).toMatch(/^age-encryption\.org\/v1\n/);

    const target = await createTarget('SQLite');
    await writeFile(join(target.folder, 'key.txt'), `# public key\n${identity}\n`);
    await writeFile(join(target.folder, 'other.txt'), otherIdentity);
    const withoutKey = await target.run('restore', file);
    expect(withoutKey).toMatchObject({ code: 1, error: expect.stringContaining('--identity FILE') });
    const withOtherKey = await target.run('restore', file, '--identity', 'other.txt');
    expect(withOtherKey).toMatchObject({ code: 1, error: expect.stringContaining('cannot be decrypted with') });
    expect(await target.run('restore', file, '--identity', 'key.txt')).toMatchObject({ code: 0 });
    expect((await readdir(target.folder)).toSorted()).toEqual(['key.txt', 'other.txt', 'portal.db']);
    await useDatabase(target.where, async (copy) => {
      const [{ brands, tools }, original] = [
        await readComparableRows(copy),
        await readComparableRows(sourceOperator.database),
      ];
      expect(brands?.length).toBeGreaterThan(1);
      expect({ brands, tools }).toEqual({ brands: original['brands'], tools: original['tools'] });
    });
  },
);

test('a backup of PostgreSQL whose header or end was changed is refused with a sentence, and no file remains', async () => {
  const sourceOperator = await createOperator('PostgreSQL');
  await sourceOperator.run(['backup', '--to', 'safe'], { clock });
  const [name = ''] = await readdir(join(sourceOperator.folder, 'safe'));
  const [header = '', ...lines] = zstdDecompressSync(await readFile(join(sourceOperator.folder, 'safe', name)))
    .toString()
    .split('\n');
  const target = await createTarget('SQLite');
  const file = join(sourceOperator.folder, 'changed.zst');
  const end = lines.length - 2;
  for (const [changed, reason] of [
    [[header.slice(0, -1), ...lines], 'The header of the backup cannot be read'],
    [[header.replace('tables-1', 'tables-2'), ...lines], 'The header of the backup cannot be read'],
    [[header.replace('"key":[', '"keys":['), ...lines], 'The header of the backup cannot be read'],
    [[header.replace('"name":"brands"', '"name":"brand"'), ...lines], 'The header of the backup cannot be read'],
    [[header.replace('"legal_entity"', '"legal"'), ...lines], 'The header of the backup cannot be read'],
    [[header, ...lines.with(end, (lines[end] ?? '').slice(1))], 'The backup is damaged'],
    [[header, ...lines.with(0, '"other"')], 'The backup is damaged'],
    [[header, ...lines.with(0, 'no JSON')], 'The backup is damaged'],
  ] as const) {
    expect(changed.join('\n')).not.toBe([header, ...lines].join('\n'));
    await writeFile(file, zstdCompressSync(changed.join('\n')));
    const refused = await target.run('restore', file);
    expect(refused).toMatchObject({ code: 1, error: expect.stringContaining(reason) });
    expect(refused.error.trim().split('\n'), 'one sentence').toHaveLength(1);
    expect(await readdir(target.folder)).toEqual([]);
  }
});

test('a damaged backup is not restored, and no file remains', async () => {
  const sourceOperator = await createOperator('SQLite');
  await sourceOperator.run(['backup', '--to', 'safe'], { clock });
  const [name = ''] = await readdir(join(sourceOperator.folder, 'safe'));
  const bytes = await readFile(join(sourceOperator.folder, 'safe', name));
  const damagedFile = join(sourceOperator.folder, 'damaged.db');
  const targetFolder = await createTarget('SQLite');
  const unpacked = zstdDecompressSync(bytes);
  const overwrite = (whole: Buffer, start: number, end: number) => Buffer.from(whole).fill(0x55, start, end);
  const middle = bytes.length >> 1;
  for (const [damaged, reason] of [
    [overwrite(bytes, middle, middle + 1), 'cannot be unpacked'],
    [bytes.subarray(0, middle), 'cannot be unpacked'],
    [overwrite(unpacked, 40_000, 60_000), 'The file is damaged'],
    [overwrite(unpacked, 0, unpacked.length), 'damaged.db'],
  ] as const) {
    await writeFile(damagedFile, damaged);
    expect(await targetFolder.run('restore', damagedFile)).toMatchObject({
      code: 1,
      error: expect.stringContaining(reason),
    });
    expect(await readdir(targetFolder.folder)).toEqual([]);
  }
  await writeFile(damagedFile, unpacked);
  expect(await targetFolder.run('restore', '--from', damagedFile), 'an earlier version did not compress').toMatchObject(
    {
      code: 0,
    },
  );
});
