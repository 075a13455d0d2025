import { generateIdentity, identityToRecipient } from 'age-encryption';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createBackupJobs } from '#server/backups/backup-jobs.ts';
import { findLastBackup, findLastProof } from '#server/backups/backups.repository.ts';
import { openDatabase } from '#server/database/database.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { createEmptyLocation, databases } from '#server/testing/database/databases.ts';
import { openBucketServer } from '#server/testing/processes/bucket-server.ts';
import { createFolder } from '#server/testing/processes/folders.ts';
import { createOperator } from '#server/testing/processes/operator.ts';
import { runCommand } from '#server/testing/processes/run-command.ts';
import { allRows } from '#server/testing/database/tables.ts';
import { noon } from '#server/testing/portal.ts';

const place = 's3://portal/daily';
const clock = () => noon;

/** Opens a bucket, and lists what is in it. */
async function openBucket() {
  const server = await openBucketServer();
  const storage = await openStorage(place, { access: server.access, workFolder: await createFolder() });
  return { server, storage, list: async () => (await storage.list(1)).map(({ name }) => name).toSorted() };
}

test.each(databases)(
  'a backup of %s goes into a bucket, is listed, proven and restored from there, and older ones are deleted (T908)',
  async (kind) => {
    const { server, list } = await openBucket();
    const operator = await createOperator(kind);
    const [identity, extension] = [await generateIdentity(), kind === 'SQLite' ? 'db.zst' : 'tables.zst'];
    const otherEnv = { ...server.env, BACKUP_DIR: place };
    const run = (args: string[], more: object = {}) =>
      operator.run(args, { clock, otherEnv: { ...otherEnv, ...more } });
    const first = await run(['backup']);
    expect(first, first.error).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${place}/portal-2026-03-10T12`),
    });
    const name = `portal-2026-03-10T12-00-00-000Z.${extension}`;
    expect(await list()).toEqual([name]);
    expect(await findLastBackup(operator.database.kysely)).toMatchObject({ file: `${place}/${name}` });
    const again = await run(['backup']);
    expect(again).toMatchObject({
      code: 1,
      error: expect.stringContaining('exists already. Nothing was written over'),
    });

    const recipient = await identityToRecipient(identity);
    const encrypted = await operator.run(['backup', '--to', `${place}/`, '--keep', '1'], {
      clock: () => noon + 1,
      otherEnv: { ...server.env, BACKUP_RECIPIENT: recipient },
    });
    expect(encrypted, encrypted.error).toMatchObject({ code: 0, out: expect.stringContaining(`Deleted: ${name}`) });
    const encryptedName = `portal-2026-03-10T12-00-00-001Z.${extension}.age`;
    const listed = await run(['backups', '--json']);
    expect(JSON.parse(listed.out)).toMatchObject({ backups: [{ file: `${place}/${encryptedName}` }] });

    const file = `${place}/${encryptedName}`;
    await writeFile(join(operator.folder, 'key.txt'), identity);
    const proof = await run(['restore', '--check', file, '--identity', 'key.txt']);
    expect(proof, proof.error).toMatchObject({ code: 0, out: expect.stringContaining(`${file} can be restored`) });
    expect(await findLastProof(operator.database.kysely)).toEqual({ at: noon, file });
    const target = await createFolder();
    const location = await createEmptyLocation(kind);
    const env = { ...server.env, DATA_DIR: target, ...('url' in location && { DATABASE_URL: location.url }) };
    const restore = (...args: string[]) => runCommand(['restore', ...args], { cwd: target, env, clock });
    expect(await restore(file)).toMatchObject({ code: 1, error: expect.stringContaining('--identity FILE') });
    expect(await restore(`${place}/missing.zst`)).toMatchObject({
      code: 1,
      error: expect.stringContaining('There is no file'),
    });
    const restored = await restore(file, '--identity', join(operator.folder, 'key.txt'));
    expect(restored, restored.error).toMatchObject({ code: 0, out: expect.stringContaining(`${file} is restored`) });
    expect((await readdir(target)).filter((left) => left.includes('part'))).toEqual([]);
    const copy = await openDatabase('url' in location ? location : { file: join(target, 'portal.db') });
    const [rows, original] = [await allRows(copy), await allRows(operator.database)];
    await copy.close();
    expect(rows['brands']).toEqual(original['brands']);
    expect(JSON.stringify(rows['audit_values'])).toContain(file);
  },
);

test('a backup whose upload is cut, or whose key is refused, says so, and leaves no backup (T909)', async () => {
  const { server, list } = await openBucket();
  const operator = await createOperator('SQLite');
  const run = (key: string) =>
    operator.run(['backup', '--to', place], { clock, otherEnv: { ...server.env, FILES_S3_KEY: key } });
  server.treat(({ method }) => (method === 'PUT' ? 'cut' : 'answer'));
  const cut = await run(server.env.FILES_S3_KEY);
  expect(cut).toMatchObject({ code: 1, error: expect.stringContaining('gives no answer for s3://portal/daily') });
  server.treat(() => 'answer');
  const refused = await run('other:wrong-secret');
  expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('refuses the key for s3://portal/daily') });
  expect(cut.error + cut.out + refused.error + refused.out).not.toMatch(/wrong-secret|not-for-any-log/);
  expect(await list()).toEqual([]);
  expect(await findLastBackup(operator.database.kysely)).toBeNull();
  expect((await readdir(operator.folder)).filter((name) => name.includes('part'))).toEqual([]);
  const withoutKey = await operator.run(['backup', '--to', place], { clock });
  expect(withoutKey).toMatchObject({ code: 1, error: expect.stringContaining('FILES_S3_KEY_FILE') });
});

test('the backup job writes into a bucket, proves each backup, and keeps the newest; with BACKUP_KEEP=0 it deletes none (T910)', async () => {
  const { server, storage, list } = await openBucket();
  const { folder: dataDir, location, database } = await createOperator('SQLite');
  await writeFile(join(storage.workFolder, 'other'), 'another file of the bucket');
  await storage.put(join(storage.workFolder, 'other'), 'other.txt');
  const runJob = async (keep: number) => {
    const backup = { place, everyMs: 1, keep, heartbeatUrl: null, recipient: null };
    const [job] = createBackupJobs({ database: location, backup, bucketAccess: server.access, dataDir });
    await job?.run({ log: pino({ level: 'silent' }) }, new AbortController().signal);
  };
  for (const _ of [1, 2, 3]) await runJob(0);
  expect(await list()).toHaveLength(4);
  await runJob(2);
  const names = await list();
  expect(names).toEqual([
    'other.txt',
    expect.stringMatching(/^portal-.*Z\.db\.zst$/),
    expect.stringMatching(/^portal-/),
  ]);
  const file = `${place}/${names.at(-1)}`;
  expect([await findLastBackup(database.kysely), await findLastProof(database.kysely)]).toMatchObject([
    { file },
    { file },
  ]);
});
