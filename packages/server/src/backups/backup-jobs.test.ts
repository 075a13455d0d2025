import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { runDue } from '#server/platform/background/schedules.ts';
import { hours } from '#server/platform/clock/clock.ts';
import { createTestDatabase, databases } from '#server/testing/database/databases.ts';
import { createOperator } from '#server/testing/processes/operator.ts';
import { noon } from '#server/testing/portal.ts';
import { createBackupJobs, forgetUnusedBackupJob } from './backup-jobs.ts';
import { findLastBackup, findLastProof } from './backups.repository.ts';

const log = pino({ level: 'silent' });

test.each(databases)(
  'the backup job writes a backup, tests its restoration and deletes older backups; of two portals only one writes the backup (%s)',
  async (kind) => {
    const { folder: home, location, database } = await createOperator(kind);
    const folder = join(home, 'safe');
    const jobs = createBackupJobs({ database: location, backup: { folder, everyMs: hours(6), keep: 1 } });
    let now = noon;
    const clockGuard = { check: async () => null };
    const runPortalJobs = () => runDue({ database, clock: () => now, jobs, needs: null, log, clockGuard });
    expect((await Promise.all([runPortalJobs(), runPortalJobs()])).flat()).toEqual(['database.backup']);
    const [first] = await readdir(folder);
    now += hours(6);
    expect(await runPortalJobs()).toEqual(['database.backup']);
    const fileNames = await readdir(folder);
    expect(fileNames).toEqual([expect.stringMatching(/^portal-.*Z\.db$/)]);
    expect(fileNames).not.toEqual([first]);
    const file = join(folder, fileNames[0] ?? '');
    const lastBackup = await findLastBackup(database.kysely);
    const lastProof = await findLastProof(database.kysely);
    expect({ last: lastBackup, proof: lastProof }).toMatchObject({ last: { file }, proof: { file } });
  },
);

test('a portal that stops during a backup leaves no unfinished file, and a backup folder that cannot be written gives an error', async () => {
  const { folder: home, location } = await createOperator('SQLite');
  const [job] = createBackupJobs({ database: location, backup: { folder: join(home, 'safe'), everyMs: 1, keep: 1 } });
  const stopController = new AbortController();
  const runningJob = job?.run(null, stopController.signal);
  stopController.abort();
  await expect(runningJob).rejects.toThrow('aborted');
  expect((await readdir(home)).filter((name) => name.includes('part'))).toEqual([]);
  const folder = join(home, 'portal.db', 'below-a-file');
  const [jobWithWrongFolder] = createBackupJobs({ database: location, backup: { folder, everyMs: 1, keep: 1 } });
  await expect(jobWithWrongFolder?.run(null, new AbortController().signal)).rejects.toThrow('below-a-file');
});

test('without BACKUP_EVERY there is no backup job, and a backup job that an earlier start stored is removed', async () => {
  const backup = { folder: '', everyMs: null, keep: 1 };
  expect(createBackupJobs({ database: { file: '' }, backup })).toEqual([]);
  const { kysely } = await createTestDatabase('SQLite');
  const jobs = ['database.backup', 'mail.forget'].map((name) => ({ name, nextRunAt: noon, leasedUntil: null }));
  await kysely.insertInto('schedules').values(jobs).execute();
  await forgetUnusedBackupJob({ kysely }, { ...backup, everyMs: hours(6) });
  await forgetUnusedBackupJob({ kysely }, backup);
  expect(await kysely.selectFrom('schedules').select('name').execute()).toEqual([{ name: 'mail.forget' }]);
});
