import { status } from '@basics/contract/status/status.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { writeLastBackup, writeLastProof } from '#server/backups/backups.repository.ts';
import { changeSigningKey, insertSigningKey } from '#server/features/signing-keys/signing-keys.repository.ts';
import { holdMail } from '#server/mail/outbox.repository.ts';
import { hours, minutes } from '#server/platform/clock/clock.ts';
import { storeRunningPortal } from '#server/start/running-portals.repository.ts';
import { createTestDatabase, databases } from '#server/testing/database/databases.ts';
import { createLetter, openOutbox } from '#server/testing/mail/outbox.ts';
import { noon, openPortal, testKey } from '#server/testing/portal.ts';
import { findJobState } from './read-status.ts';

const toIsoTime = (at: number): string => new Date(at).toISOString();
const otherKey = { keyId: 'b'.repeat(16), publicKey: 'b'.repeat(64) };
const runningProcess = {
  version: '1.0.1',
  sessionKeyId: 'k',
  schemaName: '0001',
  host: 'one',
  pid: 7,
  startedAt: noon,
};

test.each(databases)(
  'administrators see processes, jobs, e-mails, disks, keys, clock, backups and database (%s)',
  async (kind) => {
    const database = await createTestDatabase(kind);
    const storage = {
      dataDir: '/srv/data',
      backup: { place: '/backups', everyMs: hours(6), keep: 28 },
      readDisks: async () => [{ use: 'data' as const, free: 1, total: 2 }],
    };
    const portal = await openPortal(database, { storage });
    onTestFinished(() => portal.close());
    await portal.addUser({ login: 'ada@house.example', profileId: 1 });
    const { kysely } = database;
    await openOutbox(database).queue(createLetter());
    await insertSigningKey(kysely, { ...otherKey, at: noon, status: 'next' });
    await changeSigningKey(kysely, otherKey.keyId, { status: 'retired', revokedAt: noon });
    await storeRunningPortal(kysely, { ...runningProcess, id: 'a', readyAt: noon }, noon);
    await storeRunningPortal(kysely, { ...runningProcess, id: 'b', version: '1.0.2', readyAt: null }, noon);
    const job = { name: 'mail.forget', nextRunAt: noon + 5000, leasedUntil: null, succeededAt: noon - 5000 };
    await kysely.insertInto('schedules').values(job).execute();
    const backup = {
      at: noon - 2,
      provenAt: noon - 1,
      file: '/backup/portal-1.db',
      bytes: 9,
      auditEntries: 1,
      licences: 0,
    };
    await database.transact(async (trx) => {
      await holdMail(trx, noon);
      await writeLastBackup(trx, backup);
      await writeLastProof(trx, { at: noon, file: '/srv/data/backups/portal-2.db' });
    });

    const { body } = await portal.call(status.get, { token: await portal.signIn('ada@house.example') });
    expect(body).toMatchObject({
      at: toIsoTime(noon),
      portals: [
        { version: '1.0.1', host: 'one', pid: 7, ready: true },
        { version: '1.0.2', ready: false },
      ],
      jobs: [{ name: 'mail.forget', state: 'ok', succeededAt: toIsoTime(noon - 5000), failedAt: null }],
      mail: { delivers: false, held: true, waiting: 1, failed: 0, oldestWaitingAt: toIsoTime(noon) },
      disks: [{ use: 'data', free: 1, total: 2 }],
      keys: [
        { keyId: testKey.keyId, status: 'current', here: true, licenses: 0, revokedAt: null },
        { keyId: otherKey.keyId, status: 'revoked', here: false, revokedAt: toIsoTime(noon) },
      ],
      clock: { doubt: null },
      backup: {
        job: { everyMs: hours(6), keep: 28 },
        last: { at: toIsoTime(noon - 2), file: 'portal-1.db', bytes: 9 },
        proof: { at: toIsoTime(noon), file: 'backups/portal-2.db' },
      },
      database: { kind, version: expect.stringMatching(/^\d+\.\d/), bytes: expect.any(Number) },
    });
    portal.setClock(hours(30));
    await portal.clockGuard.check();
    const statusWithFastClock = await portal.call(status.get, { token: await portal.signIn('ada@house.example') });
    expect(statusWithFastClock.body).toMatchObject({ clock: { doubt: { kind: 'forwards' } }, portals: [] });
  },
);

describe('the state of a job', () => {
  const successfulJob = { nextRunAt: noon + hours(1), leasedUntil: null, succeededAt: noon - hours(1), failedAt: null };
  test.each([
    ['ok', successfulJob],
    ['ok', { ...successfulJob, nextRunAt: noon - minutes(15) }],
    ['ok', { ...successfulJob, failedAt: noon - hours(2) }],
    ['overdue', { ...successfulJob, nextRunAt: noon - minutes(16) }],
    ['failed', { ...successfulJob, failedAt: noon - minutes(5) }],
    ['failed', { ...successfulJob, failedAt: noon, succeededAt: null }],
    ['running', { ...successfulJob, leasedUntil: noon + 1, failedAt: noon }],
    ['overdue', { ...successfulJob, leasedUntil: noon, nextRunAt: noon - hours(1) }],
    ['new', { ...successfulJob, succeededAt: null }],
  ] as const)('the state of a job is %s for the stored times %o', (state, job) => {
    expect(findJobState(job, noon)).toBe(state);
  });
});
