import type { Signer } from '@basics/licensing/primitives.ts';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { reportStorageFaults } from './start/check-buckets.ts';
import { createBackupJobs, forgetUnusedBackupJob } from './backups/backup-jobs.ts';
import type { Config } from './config/config.ts';
import { createAddress } from './config/config-values.ts';
import { DatabaseBusy, DatabaseNotReady, DatabaseUnavailable } from './database/failures.ts';
import { openDatabase, type Database } from './database/database.ts';
import { copyBeforeMigrations, migrate, planMigrations } from './database/migrate.ts';
import { prepareStart, createStartMessages, refuseWrongStart } from './start/first-start.ts';
import { startResetWorker } from './features/session/passwords/reset-worker.ts';
import type { LicenseKeys } from './features/licenses/license-key.ts';
import { createImportRunner } from './features/imports/large-import-runner.ts';
import { publishChanges } from './features/integrations/changed-records.repository.ts';
import { createWebhookRunner } from './features/integrations/webhooks/deliver-events.ts';
import { createPost } from './features/integrations/webhooks/post-message.ts';
import { createMassActRunner } from './features/mass-acts/run-mass-acts.ts';
import { jobs, sealJobs } from './jobs/jobs.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { listenForMetrics } from './platform/operation/serve-metrics.ts';
import { createMail, type Mail, type MailDependencies } from './mail/delivery/create-mail.ts';
import { seconds, steadyClock, systemClock, type Clock } from './platform/clock/clock.ts';
import { createClockGuard, type ClockGuard } from './platform/clock/clock-guard.ts';
import { createAfterResponse } from './platform/background/after-response.ts';
import { deriveHumanSecret } from './platform/human-check/human-verification.ts';
import { createLog } from './platform/log.ts';
import { tolerateLostOutput } from './platform/lost-output.ts';
import { startBackgroundJob } from './platform/background/background-job.ts';
import { extendChain } from './platform/audit/extend-chain.ts';
import { openSealFile, type SealFile } from './platform/audit/audit-seal.ts';
import { listen, requireFreePort } from './platform/http/listen.ts';
import { createDrain, type Drain } from './platform/http/create-http.ts';
import { describeDiskFault, readDiskSpace, readPage } from './platform/files.ts';
import type { Traces } from './platform/operation/traces.ts';
import { createPasswordMarks, createPasswords } from './platform/passwords/passwords.ts';
import { createVerifier } from './features/audit/verifier.ts';
import { startSchedules } from './platform/background/schedules.ts';
import { createSeal } from './platform/security/seal.ts';
import { registerRunningPortal, unregisterRunningPortal, startRegistrationRenewal } from './start/running-portals.ts';
import type { RunningPortal } from './start/running-portals.ts';
import { openSealKeys, useCurrentSealingKey, type SealKeyFiles } from './sealing/open-seal-keys.ts';
import { readSettings } from './config/read-settings.ts';
import { stopOnSignal } from './start/stop-on-signal.ts';
import { StartFault } from './platform/problem.ts';
import { createTokens } from './platform/security/session-token.ts';

const pagesRoot = resolve(import.meta.dirname, '../../portal/dist');

/** `pages` is the folder of the built portal. The times are in milliseconds; the product uses the defaults. */
export type StartOptions = {
  pages?: string;
  /** How long a stop waits for requests that do not end. */
  graceMs?: number;
  /** How long a statement waits for other writes; the time limits of PostgreSQL are multiples. */
  patienceMs?: number;
  /** How long a start waits for a database that is not ready yet. */
  databaseWaitMs?: number;
};

/**
 * Starts the portal: reads the configuration, checks the port, opens the database, runs the migrations, and reads or creates the keys.
 * Prints how to sign in, and then the address of the portal. A fault is printed in one line, and the process exits with 1 before it has
 * created anything incomplete.
 */
export async function start(
  args: readonly string[],
  { pages = pagesRoot, graceMs = 2000, patienceMs = 5000, databaseWaitMs = 60_000 }: StartOptions = {},
): Promise<void> {
  tolerateLostOutput();
  try {
    await run(await readSettings(args), { pages, graceMs, patienceMs, databaseWaitMs });
  } catch (error) {
    if (!isStartFault(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

const isStartFault = (error: unknown): error is Error =>
  [StartFault, DatabaseUnavailable, DatabaseBusy].some((fault) => error instanceof fault);

async function run(config: Config, options: Required<StartOptions>): Promise<void> {
  const { pages, graceMs } = options;
  // Missing pages and a used port must be found before anything is stored, because a first start that stores data must also print the link
  // for the first administrator.
  await readPage(pages);
  await requireFreePorts(config);
  const log = createLog(config.logLevel);
  const passwords = await createPasswords();
  await createDataFolder(config.dataDir);
  const database = await openWritableDatabase(config, options);
  let portal: RunningPortal | null = null;
  try {
    const context = { config, database, clock: systemClock };
    await migrateForStart(context);
    const { sessionKey, auditKey, licenseKeys } = await prepareStart({ ...context, passwords });
    const sealKeys = await openSealKeys({ file: config.sealKeyFile, database, at: systemClock() });
    portal = await registerRunningPortal({ database, clock: systemClock, sessionKey });
    printLines([...(await createStartMessages(context)), ...createSecondFactorMessage(config)]);
    const shared = { ...context, randomBytes, seal: createSeal(sealKeys), log };
    const clockGuard = createClockGuard({ ...shared, steady: steadyClock, databaseTime: database.readTime });
    await clockGuard.check();
    const mail = createMail(shared);
    const seals = { publicKey: auditKey.publicKey, sealFile: openSealFile(config.auditKeyFile) };
    const verifier = createVerifier({ ...shared, seals });
    const metrics = createConfiguredMetrics(shared);
    const { imports, massActs, webhooks } = createRunners({ ...shared, mail, keys: licenseKeys });
    const traces = await createConfiguredTraces(shared);
    const drain = createDrain();
    const http = await createApp({
      ...shared,
      drain,
      traces,
      metrics: metrics && { of: metrics, token: config.metrics.token },
      useSealingKey: () => useCurrentSealingKey(database, sealKeys),
      seals,
      wakeVerifier: verifier.wake,
      wakeImports: imports.wake,
      wakeMassActs: massActs.wake,
      clockGuard,
      fetch,
      passwords,
      markPassword: createPasswordMarks(sessionKey),
      tokens: createTokens(sessionKey),
      humanSettings: createHumanSettings(config, sessionKey),
      secondFactorPolicy: config.secondFactorPolicy,
      afterResponse: createAfterResponse(log),
      mail,
      licenseKeys,
      storage: { dataDir: config.dataDir, backup: config.backup, readDisks: () => readDiskSpace(config) },
      pages,
    });
    const sealing = { signer: auditKey, sealFile: seals.sealFile };
    const services = { mail, verifier, imports, massActs, webhooks, traces, ...sealing };
    const url = await serve(http, { ...shared, clockGuard, portal, sealKeys }, services, { drain, graceMs, metrics });
    printLines([`Basics Portal ${config.demo ? '(demo) ' : ''}is ready at ${url}`]);
    await reportStorageFaults(config, (line) => void process.stderr.write(`${line}\n`));
  } catch (error) {
    if (portal) await unregisterRunningPortal({ database, log }, portal);
    await database.close();
    throw error;
  }
}

type RunnerDependencies = MailDependencies & { config: Config; mail: Mail; keys: LicenseKeys | null };

/** Creates what runs large imports and acts on many records, and what sends events, in the background. */
function createRunners({ mail, ...shared }: RunnerDependencies) {
  const { queueLetter } = mail;
  const { allowPrivateWebhooks: allowsPrivate, publicUrl } = shared.config;
  return {
    webhooks: createWebhookRunner({ ...shared, queueLetter, post: createPost({ allowsPrivate, publicUrl }) }),
    imports: createImportRunner({ ...shared, queueLetter }),
    massActs: createMassActRunner({ ...shared, queueLetter, wake: () => mail.wake() }),
  };
}

/**
 * Opens the database. If its server is not ready yet, as after a power cut that has stopped both machines, the start prints why, and tries
 * again until `databaseWaitMs` have passed. Every other fault is thrown at once.
 */
async function openWritableDatabase(
  { database: location, databaseReadUrl, databaseConnections: connections }: Config,
  { patienceMs, databaseWaitMs }: Pick<Required<StartOptions>, 'patienceMs' | 'databaseWaitMs'>,
): Promise<Database> {
  const deadline = performance.now() + databaseWaitMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      return await openDatabase(location, {
        patienceMs,
        connections,
        isWritable: true,
        readUrl: databaseReadUrl ?? undefined,
      });
    } catch (error) {
      if (!(error instanceof DatabaseNotReady) || performance.now() >= deadline) throw error;
      if (isFirst)
        process.stderr.write(`${error.message} The start tries again for ${databaseWaitMs / 1000} seconds.\n`);
      // oxlint-disable-next-line no-await-in-loop -- the pause between two attempts
      await wait(Math.min(1000, databaseWaitMs / 10));
    }
  }
}

/** Runs the migrations. What can refuse the start is checked first: a refused start leaves a database of an older version as it is. */
async function migrateForStart(context: { config: Config; database: Database; clock: Clock }): Promise<void> {
  const missingMigrations = await planMigrations(context.database);
  await refuseWrongStart(context, missingMigrations);
  await copyBeforeMigrations(context.config.database, missingMigrations);
  await migrate(context.database, context.clock);
}

async function requireFreePorts({ host, port, passedSocket, metrics }: Config): Promise<void> {
  if (passedSocket === null) await requireFreePort({ host, port }, 'PORT');
  if (metrics.port !== null) await requireFreePort({ host, port: metrics.port }, 'METRICS_PORT');
}

/** Creates the exporter of traces. The code of the exporter is loaded only if a collector is configured. */
async function createConfiguredTraces({ config, ...shared }: MailDependencies & { config: Config }) {
  if (config.traces === null) return null;
  const { createTraces } = await import('./platform/operation/traces.ts');
  return createTraces({ ...shared, ...config.traces, fetch });
}

const printLines = (lines: readonly string[]): boolean =>
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));

/** Creates the metrics if they are served: on a port of their own, or to clients with the token. */
function createConfiguredMetrics({ config, ...shared }: MailDependencies & { config: Config }): Metrics | null {
  const { port, token } = config.metrics;
  return port === null && token === null ? null : createMetrics({ ...shared, readDisks: () => readDiskSpace(config) });
}

/**
 * Creates the settings of the human verification. ALTCHA needs a secret, which is derived from the session key if the operator sets none.
 */
const createHumanSettings = ({ humanVerification: { secret, ...kind } }: Config, sessionKey: Uint8Array) => ({
  ...kind,
  secret: secret ?? deriveHumanSecret(sessionKey),
});

/** If the portal has a public address, creates the message that says who must set up two-step sign-in. */
function createSecondFactorMessage({ secondFactorPolicy: policy, publicUrl }: Config): string[] {
  if (policy === 'none' && !publicUrl.startsWith('https:')) return [];
  const requirement = {
    none: 'Nobody has to use two-step sign-in',
    staff: 'Staff must set up two-step sign-in before anything else',
    all: 'All users must set up two-step sign-in before anything else',
  };
  return [`${requirement[policy]} (REQUIRE_SECOND_FACTOR=${policy}).`];
}

async function createDataFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    const diskFault = describeDiskFault(cause);
    const reason =
      diskFault === null ? '. Check the permissions of its parent folder, or set DATA_DIR.' : `, because ${diskFault}`;
    throw new StartFault(`The data folder ${folder} cannot be created${reason}`, { cause });
  }
}

type SharedDependencies = MailDependencies & {
  config: Config;
  clockGuard: ClockGuard;
  portal: RunningPortal;
  sealKeys: SealKeyFiles;
};
type BackgroundServices = {
  mail: Mail;
  verifier: ReturnType<typeof createVerifier>;
  imports: ReturnType<typeof createImportRunner>;
  massActs: ReturnType<typeof createMassActRunner>;
  webhooks: ReturnType<typeof createWebhookRunner>;
  traces: Traces | null;
  signer: Signer;
  sealFile: SealFile;
};

/** Starts to accept requests and starts the background work. A signal stops both. Returns the address for people. */
async function serve(
  http: FastifyInstance,
  shared: SharedDependencies,
  services: BackgroundServices,
  { drain, graceMs, metrics }: { drain: Drain; graceMs: number; metrics: Metrics | null },
): Promise<string> {
  const { config, database } = shared;
  await forgetUnusedBackupJob(database, config.backup);
  const address = await listen(http, config);
  const { port } = config.metrics;
  if (metrics && port !== null) await listenForMetrics({ host: config.host, port }, metrics);
  const stopJobs = (): Promise<void> => background.stop();
  const stopPortal = stopOnSignal({ http, drain, drainMs: config.drainMs, graceMs, stopJobs, database });
  const background = startBackground({ ...shared, stop: stopPortal }, services);
  return createAddress(config.host, Number(new URL(address).port));
}

/** Starts the background work: e-mail, links for forgotten passwords and recurring jobs. */
function startBackground(
  shared: SharedDependencies & { stop: () => void },
  { mail, verifier, imports, massActs, webhooks, traces, ...sealing }: BackgroundServices,
): { stop(): Promise<void> } {
  mail.start();
  verifier.start();
  imports.start();
  massActs.start();
  webhooks.start();
  traces?.start();
  const presence = startRegistrationRenewal(shared, shared.portal, shared.sealKeys);
  const dependencies = { ...shared, queueLetter: mail.queueLetter, ...sealing };
  const chain = startBackgroundJob({
    name: 'audit.chain',
    everyMs: seconds(2),
    log: shared.log,
    async work(signal) {
      await extendChain(shared.database, signal);
      await publishChanges(shared.database, shared.clock, signal);
    },
  });
  const resets = startResetWorker(dependencies);
  const schedules = startSchedules({
    ...shared,
    jobs: [...jobs, ...sealJobs, ...createBackupJobs(shared.config)],
    needs: dependencies,
  });
  return {
    async stop() {
      await Promise.all([
        mail.stop(),
        verifier.stop(),
        chain.stop(),
        imports.stop(),
        massActs.stop(),
        webhooks.stop(),
        traces?.stop(),
        resets.stop(),
        schedules.stop(),
        presence.stop(),
      ]);
      await unregisterRunningPortal(shared, shared.portal);
    },
  };
}
