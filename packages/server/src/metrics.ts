import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { buildVersion } from '#server/platform/build-version.ts';
import type { Database } from './database/database.ts';
import type { Db } from './database/foundation.ts';
import { findLastBackup, findLastProof } from './backups/backups.repository.ts';
import { findLastVerification } from './features/audit/verification.repository.ts';
import { isMailHeld } from './mail/outbox.repository.ts';
import { findClockRecord } from './platform/clock/clock-guard.repository.ts';
import * as facts from './operation.repository.ts';
import type { Clock } from './platform/clock/clock.ts';
import { findRoutePattern } from './platform/http/create-http.ts';

type Dependencies = {
  database: Database;
  clock: Clock;
  log: Pick<FastifyBaseLogger, 'warn'>;
  readDisks: () => Promise<readonly { use: string; free: number }[]>;
};

export type Metrics = {
  contentType: string;
  /** Counts the HTTP responses of this server. */
  watch(http: FastifyInstance): void;
  /** Returns the current metrics in the text format of Prometheus. */
  text(): Promise<string>;
};

/**
 * Creates the metrics of this process, and those of the database, which are the same in each process that uses the
 * database. No label contains text that a person typed, because the label `route` is the pattern of a path.
 */
export function createMetrics(dependencies: Dependencies): Metrics {
  const register = new Registry();
  // Adds metrics of the process: memory, CPU time, event loop lag, garbage collection and open files.
  collectDefaultMetrics({ register });
  new Gauge({
    name: 'portal_info',
    help: 'Version of this process.',
    labelNames: ['version'],
    registers: [register],
  }).set({ version: buildVersion }, 1);
  const readDatabase = createDatabaseGauges(dependencies, register);
  return {
    contentType: register.contentType,
    watch: (http) => countResponses(http, register),
    async text() {
      await readDatabase();
      return register.metrics();
    },
  };
}

function countResponses(http: FastifyInstance, register: Registry): void {
  const registers = [register];
  const labelNames = ['method', 'route', 'status'] as const;
  const requests = new Counter({
    name: 'portal_http_requests_total',
    help: 'Answered requests.',
    labelNames,
    registers,
  });
  const durations = new Histogram({
    name: 'portal_http_request_duration_seconds',
    help: 'Time from the request to the end of the answer.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  http.addHook('onResponse', async (request, reply) => {
    const labels = { method: request.method, route: findRoutePattern(request) };
    requests.inc({ ...labels, status: reply.statusCode });
    durations.observe(labels, reply.elapsedTime / 1000);
  });
}

/**
 * Creates the gauges (metrics) about the database. The returned function sets their values. It never rejects, because
 * the metrics of the process are needed even if the database fails.
 */
function createDatabaseGauges(
  { database, clock, log, readDisks }: Dependencies,
  register: Registry,
): () => Promise<void> {
  const addGauge = createGaugeAdder(register);
  const readState = createStateGauges(addGauge);
  const readSpace = createSpaceGauge(addGauge, { readDisks, log });
  const up = addGauge('database_up', 'Whether the database answers and can be written.');
  const connectionCount = addGauge('database_connections', 'Connections of this process to PostgreSQL.', 'state');
  const letterCount = addGauge('mail_letters', 'E-mails that wait or have failed.', 'state');
  const mailAge = addGauge('mail_oldest_seconds', 'Age of the oldest e-mail that waits.');
  // The label is `task`, because Prometheus itself uses the label `job`.
  const lastSuccess = addGauge('job_last_success_timestamp_seconds', 'When a job last ran to its end.', 'task');
  const lastFailure = addGauge('job_last_failure_timestamp_seconds', 'When a job last failed.', 'task');
  const dueTime = addGauge('job_due_timestamp_seconds', 'When a job is due.', 'task');
  const licenseCount = addGauge('licenses_valid', 'Licences that are valid now.');
  const processCount = addGauge('processes', 'Running portals of this database.', 'version');

  async function readGauges(): Promise<void> {
    const { kysely: db } = database;
    const now = clock();
    const [mail, jobs, portals, valid] = await Promise.all([
      facts.findMailCounts(db),
      facts.findJobs(db),
      facts.findRunningPortals(db, now),
      facts.countValidLicenses(db, now),
    ]);
    for (const state of ['queued', 'sending', 'failed'] as const)
      letterCount.set({ state }, mail.find((counts) => counts.state === state)?.letters ?? 0);
    const waitingSince = mail.filter(({ state }) => state !== 'failed').map(({ oldestAt }) => oldestAt ?? now);
    mailAge.set((now - Math.min(now, ...waitingSince)) / 1000);
    for (const { name: task, nextRunAt, succeededAt, failedAt } of jobs) {
      dueTime.set({ task }, nextRunAt / 1000);
      if (succeededAt !== null) lastSuccess.set({ task }, succeededAt / 1000);
      if (failedAt !== null) lastFailure.set({ task }, failedAt / 1000);
    }
    licenseCount.set(valid);
    await readState(db);
    processCount.reset();
    for (const { version } of portals) processCount.inc({ version });
  }

  return async () => {
    await readSpace();
    for (const [state, count] of Object.entries(database.connections?.() ?? {})) connectionCount.set({ state }, count);
    try {
      await database.requireWritable();
      await readGauges();
      up.set(1);
    } catch (error) {
      log.warn({ err: error }, 'the database does not answer');
      up.set(0);
    }
  };
}

const createGaugeAdder =
  (register: Registry) =>
  (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `portal_${name}`, help, labelNames, registers: [register] });

type AddGauge = ReturnType<typeof createGaugeAdder>;

/** Creates the gauges about what an operator must not overlook. The returned function sets their values. */
function createStateGauges(addGauge: AddGauge): (db: Db) => Promise<void> {
  const backupTime = addGauge('backup_timestamp_seconds', 'Time of the last backup without faults; 0 if none.');
  const proofTime = addGauge('backup_proof_timestamp_seconds', 'Time of the last proven restore; 0 if none.');
  const auditState = addGauge('audit_intact', 'Whether the last verification of the audit log found it intact.');
  const clockDoubt = addGauge('clock_in_doubt', 'Whether the clock has jumped, so that jobs are paused.');
  const mailHold = addGauge('mail_held', 'Whether all e-mails are held.');
  return async (db) => {
    backupTime.set(((await findLastBackup(db))?.at ?? 0) / 1000);
    proofTime.set(((await findLastProof(db))?.at ?? 0) / 1000);
    auditState.set((await findLastVerification(db))?.isWhole === 0 ? 0 : 1);
    clockDoubt.set((await findClockRecord(db)).jump ? 1 : 0);
    mailHold.set((await isMailHeld(db)) ? 1 : 0);
  };
}

/** Creates the gauge of the free space. The returned function sets it, and never rejects. */
function createSpaceGauge(addGauge: AddGauge, { readDisks, log }: Pick<Dependencies, 'readDisks' | 'log'>) {
  const diskSpace = addGauge('disk_free_bytes', 'Free space of the disks for the data and for backups.', 'use');
  return async (): Promise<void> => {
    try {
      for (const { use, free } of await readDisks()) diskSpace.set({ use }, free);
    } catch (error) {
      log.warn({ err: error }, 'the free space of a disk cannot be read');
    }
  };
}
