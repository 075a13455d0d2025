import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { session } from '@basics/contract/session/session.ts';
import { pino } from 'pino';
import { writeLastBackup } from './backups/backups.repository.ts';
import { holdMail } from './mail/outbox.repository.ts';
import { writeJump } from './platform/clock/clock-guard.repository.ts';
import { createMetrics } from './metrics.ts';
import { createTestDatabase, databases } from './testing/database/databases.ts';
import { noon, openPortal } from './testing/portal.ts';

const log = pino({ level: 'silent' });
const readDisks = async () => [{ use: 'data', free: 7 }];
const token = '0123456789abcdef01234567';

test.each(databases)(
  'the metrics contain routes, jobs, e-mails and licences, and are served only with the token (%s)',
  async (kind) => {
    const database = await createTestDatabase(kind);
    const metrics = createMetrics({ database, clock: () => noon, log, readDisks });
    const portal = await openPortal(database, { metrics: { of: metrics, token } });
    onTestFinished(() => portal.close());
    const job = { name: 'mail.forget', nextRunAt: noon + 5000, leasedUntil: null, succeededAt: noon - 5000 };
    await database.kysely.insertInto('schedules').values(job).execute();
    const backup = { at: noon - 60_000, provenAt: noon, file: 'CANARY', bytes: 1, auditEntries: 1, licences: 1 };
    await database.transact(async (trx) => {
      await writeLastBackup(trx, backup);
      await holdMail(trx, noon);
    });
    await writeJump(database.kysely, { id: 'jump', from: 0, to: 1000 });
    await database.kysely
      .insertInto('auditVerifications')
      .values({ startedAt: noon, finishedAt: noon, entries: 0, isWhole: 0 })
      .execute();
    await portal.call(session.signIn, { body: { login: 'CANARY', password: 'CANARY' } });
    await portal.http.inject('/CANARY?x=CANARY');

    for (const authorization of ['', 'Bearer ', `Bearer ${token.slice(1)}`])
      expect((await portal.http.inject({ url: '/metrics', headers: { authorization } })).statusCode).toBe(404);
    const { statusCode, headers, body } = await portal.http.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${token}` },
    });
    expect([statusCode, headers['content-type']]).toEqual([200, metrics.contentType]);
    for (const line of [
      'portal_http_requests_total{method="POST",route="/core/api/auth/token",status="422"} 1',
      'portal_http_requests_total{method="GET",route="unknown",status="404"} 1',
      'portal_http_request_duration_seconds_count{method="POST",route="/core/api/auth/token"} 1',
      `portal_job_last_success_timestamp_seconds{task="mail.forget"} ${noon / 1000 - 5}`,
      'portal_mail_letters{state="failed"} 0',
      'portal_licenses_valid 0',
      'portal_database_up 1',
      'portal_disk_free_bytes{use="data"} 7',
      `portal_backup_timestamp_seconds ${noon / 1000 - 60}`,
      'portal_backup_proof_timestamp_seconds 0',
      'portal_audit_intact 0',
      'portal_clock_in_doubt 1',
      'portal_mail_held 1',
    ])
      expect(body.split('\n')).toContain(line);
    expect(body).toContain('nodejs_eventloop_lag_seconds');
    const connectionStates = [...body.matchAll(/^portal_database_connections\{state="(\w+)"\}/gm)].map(
      ([, state]) => state,
    );
    expect(connectionStates).toEqual(kind === 'PostgreSQL' ? ['open', 'idle', 'waiting'] : []);
    expect(body).not.toContain('CANARY');
    const declaredNames = [...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
    const known = declaredNames.flatMap((name) => [name, `${name}_bucket`]);
    for (const file of ['alerts.yaml', 'grafana-dashboard.json'])
      expect(
        [...namesIn(await readFile(join(monitoringFolder, file), 'utf8'))].filter((name) => !known.includes(name)),
      ).toEqual([]);
  },
);

const monitoringFolder = join(import.meta.dirname, '../../../deploy/monitoring');
/** The metrics that an expression of Prometheus can name. */
const namesIn = (text: string) => new Set(text.match(/\b(?:portal|nodejs|process)_[a-z0-9_]+\b/g));

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test.skipIf(!hasPromtool)('promtool accepts the alert rules, and each of them is set off by its fault (T1010)', () => {
  for (const args of [
    ['check', 'rules', 'alerts.yaml'],
    ['test', 'rules', 'alerts.test.yaml'],
  ])
    expect(spawnSync('promtool', args, { cwd: monitoringFolder, encoding: 'utf8' })).toMatchObject({ status: 0 });
});

test('the metrics show that the database does not respond', async () => {
  const database = await createTestDatabase('SQLite');
  const metrics = createMetrics({ database, clock: () => noon, log, readDisks });
  await database.close();
  expect((await metrics.text()).split('\n')).toContain('portal_database_up 0');
});
