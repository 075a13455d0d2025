import type { Signer } from '@basics/licensing/primitives.ts';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { createBackupJobs, forgetUnusedBackupJob } from './backups/backup-jobs.ts';
import type { Config } from './config/config.ts';
import { createAddress } from './config/config-values.ts';
import { DatabaseUnavailable } from './database/failures.ts';
import { openDatabase } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { prepareStart, createStartMessages } from './start/first-start.ts';
import { startResetWorker } from './features/session/passwords/reset-worker.ts';
import { createMailingRunner } from './features/fleet/run-mailings.ts';
import { createImportRunner } from './features/imports/large-import-runner.ts';
import { jobs, sealJobs } from './jobs/jobs.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { listenForMetrics } from './platform/operation/serve-metrics.ts';
import { createMail, type Mail, type MailDependencies } from './mail/delivery/create-mail.ts';
import { steadyClock, systemClock } from './platform/clock/clock.ts';
import { createClockGuard, type ClockGuard } from './platform/clock/clock-guard.ts';
import { createAfterResponse } from './platform/background/after-response.ts';
import { deriveHumanSecret } from './platform/human-check/human-verification.ts';
import { createLog } from './platform/log.ts';
import { openSealFile, type SealFile } from './platform/audit/audit-seal.ts';
import { listen, requireFreePort } from './platform/http/listen.ts';
import { createDrain, type Drain } from './platform/http/create-http.ts';
import { readDiskSpace, readPage } from './platform/files.ts';
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

/** `pages` is the folder of the built portal. `graceMs` is how long a stop waits for requests that do not end, in milliseconds. */
type StartOptions = { pages?: string; graceMs?: number };

/**
 * Starts the portal: reads the configuration, checks the port, opens the database, runs the migrations, and reads or creates the keys.
 * Prints how to sign in, and then the address of the portal. A fault is printed in one line, and the process exits with 1 before it has
 * created anything incomplete.
 */
export async function start(
  args: readonly string[],
  { pages = pagesRoot, graceMs = 2000 }: StartOptions = {},
): Promise<void> {
  try {
    await run(await readSettings(args), { pages, graceMs });
  } catch (error) {
    if (!(error instanceof StartFault) && !(error instanceof DatabaseUnavailable)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function run(config: Config, { pages, graceMs }: Required<StartOptions>): Promise<void> {
  // Missing pages and a used port must be found before anything is stored, because a first start that stores data must also print the link
  // for the first administrator.
  await readPage(pages);
  await requireFreePort(config);
  const log = createLog(config.logLevel);
  const passwords = await createPasswords();
  await createDataFolder(config.dataDir);
  const database = await openDatabase(config.database);
  let portal: RunningPortal | null = null;
  try {
    await migrate(database, systemClock);
    const context = { config, database, clock: systemClock };
    const { sessionKey, auditKey, licenseKeys } = await prepareStart({ ...context, passwords });
    const sealKeys = await openSealKeys({ file: config.sealKeyFile, database, at: systemClock() });
    portal = await registerRunningPortal({ database, clock: systemClock, sessionKey });
    printLines([...(await createStartMessages(context)), ...createSecondFactorMessage(config)]);
    const seal = createSeal(sealKeys);
    const shared = { ...context, randomBytes, seal, log };
    const clockGuard = createClockGuard({ ...shared, steady: steadyClock, databaseTime: database.readTime });
    await clockGuard.check();
    const mail = createMail(shared);
    const seals = { publicKey: auditKey.publicKey, sealFile: openSealFile(config.auditKeyFile) };
    const verifier = createVerifier({ ...shared, seals });
    const metrics = isMetricsEnabled(config) ? createMetrics(shared) : null;
    const imports = createImportRunner({ ...shared, queueLetter: mail.queueLetter });
    const mailings = createMailingRunner({ ...shared, queueLetter: mail.queueLetter });
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
      wakeMailings: mailings.wake,
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
    const services = { mail, verifier, imports, mailings, traces, signer: auditKey, sealFile: seals.sealFile };
    const url = await serve(http, { ...shared, clockGuard, portal, sealKeys }, services, { drain, graceMs, metrics });
    printLines([`Basics Portal ${config.demo ? '(demo) ' : ''}is ready at ${url}`]);
  } catch (error) {
    if (portal) await unregisterRunningPortal({ database, log }, portal);
    await database.close();
    throw error;
  }
}

/** Creates the exporter of traces. The code of the exporter is loaded only if a collector is configured. */
async function createConfiguredTraces({ config, ...shared }: MailDependencies & { config: Config }) {
  if (config.tracesEndpoint === null) return null;
  const { createTraces } = await import('./platform/operation/traces.ts');
  return createTraces({ ...shared, endpoint: config.tracesEndpoint, fetch });
}

const printLines = (lines: readonly string[]): boolean =>
  process.stdout.write(lines.map((line) => `${line}\n`).join(''));

const isMetricsEnabled = ({ metrics: { port, token } }: Config): boolean => port !== null || token !== null;

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
    throw new StartFault(
      `The data folder ${folder} cannot be created. Check the permissions of its parent folder, or set DATA_DIR.`,
      {
        cause,
      },
    );
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
  mailings: ReturnType<typeof createMailingRunner>;
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
  { mail, verifier, imports, mailings, traces, ...sealing }: BackgroundServices,
): { stop(): Promise<void> } {
  mail.start();
  verifier.start();
  imports.start();
  mailings.start();
  traces?.start();
  const presence = startRegistrationRenewal(shared, shared.portal, shared.sealKeys);
  const dependencies = { ...shared, queueLetter: mail.queueLetter, ...sealing };
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
        imports.stop(),
        mailings.stop(),
        traces?.stop(),
        resets.stop(),
        schedules.stop(),
        presence.stop(),
      ]);
      await unregisterRunningPortal(shared, shared.portal);
    },
  };
}
