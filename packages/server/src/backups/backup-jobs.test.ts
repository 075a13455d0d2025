import { generateIdentity, identityToRecipient } from 'age-encryption';
import { once } from 'node:events';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { runDue } from '#server/platform/background/schedules.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { hours } from '#server/platform/clock/clock.ts';
import { createTestDatabase, databases } from '#server/testing/database/databases.ts';
import { createFolder } from '#server/testing/processes/folders.ts';
import { createOperator } from '#server/testing/processes/operator.ts';
import { noon } from '#server/testing/portal.ts';
import { tamperWithAudit } from '#server/testing/tamper.ts';
import { createBackupJobs, forgetUnusedBackupJob } from './backup-jobs.ts';
import { findLastBackup, findLastProof } from './backups.repository.ts';
import { writeBackup } from './write-backup.ts';

const log = pino({ level: 'silent' });
const oneBackup = { everyMs: 1, keep: 1, heartbeatUrl: null, recipient: null };
const bucketAccess = null;

test.each(databases)(
  'the backup job writes a backup, tests its restoration and deletes older backups; of two portals only one writes the backup (%s)',
  async (kind) => {
    const operator = await createOperator(kind);
    const { folder: home, location, database } = operator;
    const folder = join(home, 'safe');
    const heartbeatUrls: string[] = [];
    const listener = createServer(({ url = '' }, response) => {
      heartbeatUrls.push(url);
      response.writeHead(200).end();
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    onTestFinished(() => void listener.close());
    const heartbeatUrl = `http://127.0.0.1:${Object(listener.address()).port}/ping/secret`;
    const backup = { place: folder, everyMs: hours(6), keep: 1, heartbeatUrl, recipient: null };
    const jobs = createBackupJobs({ database: location, backup, bucketAccess, dataDir: home });
    let now = noon;
    const clockGuard = { check: async () => null };
    const runPortalJobs = () => runDue({ database, clock: () => now, jobs, needs: { log }, log, clockGuard });
    expect((await Promise.all([runPortalJobs(), runPortalJobs()])).flat()).toEqual(['database.backup']);
    const [first] = await readdir(folder);
    now += hours(6);
    expect(await runPortalJobs()).toEqual(['database.backup']);
    const fileNames = await readdir(folder);
    expect(fileNames).toEqual([expect.stringMatching(/^portal-.*Z\.(db|tables)\.zst$/)]);
    expect(fileNames).not.toEqual([first]);
    const file = join(folder, fileNames[0] ?? '');
    const lastBackup = await findLastBackup(database.kysely);
    const lastProof = await findLastProof(database.kysely);
    expect({ last: lastBackup, proof: lastProof }).toMatchObject({ last: { file }, proof: { file } });
    expect(heartbeatUrls, 'after each backup').toEqual(['/ping/secret', '/ping/secret']);
    const runCommand = (url: string) =>
      operator.run(['backup', '--to', folder], {
        clock: () => now + 1,
        otherEnv: { BACKUP_HEARTBEAT_URL: url },
      });
    expect(await runCommand(heartbeatUrl)).toMatchObject({ code: 0, error: expect.not.stringContaining('HEARTBEAT') });
    expect(heartbeatUrls).toHaveLength(3);
    now += 1;
    expect(await runCommand('http://127.0.0.1:1/'), 'the backup counts all the same').toMatchObject({
      code: 0,
      error: expect.stringMatching(/BACKUP_HEARTBEAT_URL was not reached: .*\n$/),
    });
    now += 1;
    await tamperWithAudit(kind, database, "update audit set action = 'forged' where id = 1");
    expect(await runCommand(heartbeatUrl)).toMatchObject({ code: 1 });
    expect(heartbeatUrls, 'no heartbeat after a backup with faults').toHaveLength(3);
  },
);

test('a portal that stops during a backup leaves no unfinished file, and a backup folder that cannot be written gives an error', async () => {
  const { folder: home, location } = await createOperator('SQLite');
  const where = { database: location, bucketAccess, dataDir: home };
  const [job] = createBackupJobs({ ...where, backup: { ...oneBackup, place: join(home, 'safe') } });
  const stopController = new AbortController();
  const runningJob = job?.run({ log }, stopController.signal);
  stopController.abort();
  await expect(runningJob).rejects.toThrow('aborted');
  expect((await readdir(home)).filter((name) => name.includes('part'))).toEqual([]);
  const folder = join(home, 'portal.db', 'below-a-file');
  const [jobWithWrongFolder] = createBackupJobs({ ...where, backup: { ...oneBackup, place: folder } });
  await expect(jobWithWrongFolder?.run({ log }, new AbortController().signal)).rejects.toThrow('below-a-file');
});

test.each(databases)('the folder of encrypted backups never has a readable file (%s)', async (kind) => {
  const { folder: dataDir, location, database } = await createOperator(kind);
  const folder = await createFolder();
  const recipient = await identityToRecipient(await generateIdentity());
  const abandoned = join(dataDir, 'portal-2026-03-01T00-00-00-000Z.db.zst.1.part');
  await writeFile(abandoned, 'of a process that was killed');
  await utimes(abandoned, noon / 1000 - 10 * 86_400, noon / 1000 - 10 * 86_400);
  const isReadable = async (packedFile: string) => {
    expect(await readdir(folder)).toEqual([]);
    expect((await readFile(packedFile)).subarray(0, 4).toString('hex'), 'compressed by zstd').toBe('28b52ffd');
    expect(dirname(packedFile)).toBe(dataDir);
  };
  const storage = await openStorage(folder, { access: null, workFolder: dataDir });
  const backup = { database, where: location, storage, clock: () => noon, recipient, dataDir };
  await writeBackup({ ...backup, prove: isReadable });
  expect(await readdir(folder)).toEqual([expect.stringMatching(/\.zst\.age$/)]);
  expect((await readdir(dataDir)).filter((name) => name.includes('.part'))).toEqual([]);
});

test('without BACKUP_EVERY there is no backup job, and a backup job that an earlier start stored is removed', async () => {
  const backup = { ...oneBackup, place: '', everyMs: null };
  expect(createBackupJobs({ database: { file: '' }, backup, bucketAccess, dataDir: '' })).toEqual([]);
  const { kysely } = await createTestDatabase('SQLite');
  const jobs = ['database.backup', 'mail.forget'].map((name) => ({ name, nextRunAt: noon, leasedUntil: null }));
  await kysely.insertInto('schedules').values(jobs).execute();
  await forgetUnusedBackupJob({ kysely }, { ...backup, everyMs: hours(6) });
  await forgetUnusedBackupJob({ kysely }, backup);
  expect(await kysely.selectFrom('schedules').select('name').execute()).toEqual([{ name: 'mail.forget' }]);
});
