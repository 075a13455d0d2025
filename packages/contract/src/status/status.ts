import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { moment } from '../fields/fields.ts';

/** A running process of the portal that uses the database. A process is `ready` when it answers requests. */
const portalStatus = z.strictObject({
  version: z.string(),
  host: z.string(),
  pid: z.int(),
  startedAt: z.nullable(moment),
  ready: z.boolean(),
});

/**
 * The state of a background job. `new`: the job has not run yet. `overdue`: the job should have run more than 15
 * minutes ago.
 */
/** The recurring jobs. The status page has a name for each one; a page that was loaded before an update may get a job that it does not know. */
export type JobName =
  | 'requests.expire'
  | 'users.purgeUnverified'
  | 'users.erase'
  | 'mail.forget'
  | 'licenses.remind'
  | 'fleet.count'
  | 'companies.recover'
  | 'integrations.orders'
  | 'integrations.remind'
  | 'users.digest'
  | 'database.statistics'
  | 'database.backup'
  | 'search.indexes'
  | 'audit.seal'
  | 'purgeExpired';

const jobStates = ['ok', 'new', 'running', 'failed', 'overdue'] as const;
export type JobState = (typeof jobStates)[number];

const job = z.strictObject({
  name: z.string(),
  state: z.enum(jobStates),
  succeededAt: z.nullable(moment),
  failedAt: z.nullable(moment),
  nextRunAt: moment,
});

/** The state of the outbox. `delivers`: a mail server is configured. `held`: an operator has paused all e-mails, for example after a restore. */
const mailStatus = z.strictObject({
  delivers: z.boolean(),
  held: z.boolean(),
  waiting: z.int(),
  failed: z.int(),
  oldestWaitingAt: z.nullable(moment),
});

/** The free and the total space, in bytes, of the disk with the data folder or the folder for backups. */
const diskStatus = z.strictObject({ use: z.enum(['data', 'backups']), free: z.int(), total: z.int() });

const signingKey = z.strictObject({
  keyId: z.string(),
  /** `emergency`: the key is used only by an emergency kit. */
  status: z.enum(['current', 'next', 'retired', 'emergency', 'revoked']),
  createdAt: moment,
  revokedAt: z.nullable(moment),
  /** The number of valid licences that this key has signed. */
  licenses: z.int(),
  /** Whether the server that sent this reply has the private key. */
  here: z.boolean(),
});

/**
 * Why the clock of the server may be wrong: the clock showed `to` when `from` was expected, or the clock shows `to` while the clock of the
 * database shows `from`. `differenceMs` says how many milliseconds the clock of the server is ahead of the clock of the database.
 * `differenceMs` is null for SQLite, which uses the clock of the server.
 */
const clockStatus = z.strictObject({
  doubt: z.nullable(z.strictObject({ kind: z.enum(['forwards', 'backwards', 'database']), from: moment, to: moment })),
  differenceMs: z.nullable(z.int()),
});

/** `job` is the state of the job that writes backups. `proof` is the last backup that was restored as a test. */
const backupStatus = z.strictObject({
  job: z.nullable(z.strictObject({ everyMs: z.int(), keep: z.int() })),
  last: z.nullable(z.strictObject({ at: moment, file: z.string(), bytes: z.int() })),
  proof: z.nullable(z.strictObject({ at: moment, file: z.string() })),
});

/** `bytes` is the size of the whole database. */
const databaseStatus = z.strictObject({ kind: z.enum(['SQLite', 'PostgreSQL']), version: z.string(), bytes: z.int() });

const statusReport = z.strictObject({
  at: moment,
  portals: z.array(portalStatus),
  jobs: z.array(job),
  mail: mailStatus,
  disks: z.array(diskStatus),
  keys: z.array(signingKey),
  clock: clockStatus,
  backup: backupStatus,
  database: databaseStatus,
  /**
   * The address that sends headers `X-Forwarded-*` to the process that sent this reply, although it is not in `TRUSTED_PROXIES`; null if
   * there is none.
   */
  ignoredProxy: z.nullable(z.string()),
});
export type StatusReport = z.infer<typeof statusReport>;

export const status = {
  get: endpoint({
    name: 'status.get',
    summary:
      'The state of the portal for administrators: jobs, e-mails, disk, keys, clock, backups, processes, database',
    method: 'GET',
    path: '/status',
    access: 'administrator',
    reply: statusReport,
    problems: [],
  }),
};
