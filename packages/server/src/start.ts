import { mkdir } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { DatabaseUnavailable, openDatabase } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { settle } from './first-start.ts';
import { fillSearchText } from './features/users/search-text.ts';
import { jobs } from './jobs/jobs.ts';
import { createMail } from './mail/create-mail.ts';
import type { Mail, MailNeeds } from './mail/create-mail.ts';
import { systemClock } from './platform/clock.ts';
import { createAfterwards } from './platform/afterwards.ts';
import { humanSecretFrom } from './platform/human-verification.ts';
import { createLog } from './platform/log.ts';
import { createPasswords } from './platform/passwords.ts';
import { startSchedules } from './platform/schedules.ts';
import { sealWith } from './platform/seal.ts';
import { readSettings } from './read-settings.ts';
import { StartFault } from './platform/start-fault.ts';
import { tokensWith } from './platform/token.ts';

const pagesRoot = resolve(import.meta.dirname, '../../portal/dist');

/**
 * Starts the portal: configuration, database, migrations, keys, then the port; prints how to sign in and, last, the address. What
 * is wrong is said in one line each and ends the process with 1, before anything is half made.
 */
export async function start(args: readonly string[]): Promise<void> {
  try {
    await run(await readSettings(args));
  } catch (error) {
    if (!(error instanceof StartFault) && !(error instanceof DatabaseUnavailable)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function run(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  const passwords = await createPasswords();
  await makeFolder(config.dataDir);
  const database = await openDatabase(config.database);
  try {
    await migrate(database, systemClock);
    const { sessionKey, licenseKey, words } = await settle({ config, database, clock: systemClock, passwords });
    await fillSearchText(database);
    const seal = sealWith(sessionKey);
    const shared = { config, database, clock: systemClock, chance: randomBytes, seal, log };
    const mail = createMail(shared);
    const tokens = tokensWith(sessionKey);
    const humanSettings = {
      ...config.humanVerification,
      secret: config.humanVerification.secret ?? humanSecretFrom(sessionKey),
    };
    const http = await createApp({
      ...shared,
      fetch,
      passwords,
      tokens,
      humanSettings,
      secondFactorPolicy: config.secondFactorPolicy,
      afterwards: createAfterwards(log),
      mail,
      licenseKey,
      pages: pagesRoot,
    });
    const address = await listen(http, config);
    const background = startBackground(shared, mail);
    stopOnSignal(http, async () => {
      await background.stop();
      await database.close();
    });
    const ready = `Basics Portal ${config.demo ? '(demo) ' : ''}is ready at ${address}`;
    process.stdout.write(`${[...words, ready].join('\n')}\n`);
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StartFault(`The data folder ${folder} cannot be made. Check the rights above it, or set DATA_DIR.`, {
      cause,
    });
  }
}

async function listen(http: FastifyInstance, config: Config): Promise<string> {
  try {
    return await http.listen({ host: config.host, port: config.port });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : '';
    if (code === 'EADDRINUSE')
      throw new StartFault(
        `Port ${config.port} on ${config.host} is in use by another program. Stop it, or set PORT to another port.`,
        { cause },
      );
    if (code === 'EACCES')
      throw new StartFault(`Port ${config.port} needs more rights than this account has. Set PORT to 1024 or above.`, {
        cause,
      });
    if (code === 'EADDRNOTAVAIL')
      throw new StartFault(`${config.host} is no address of this machine. Set HOST to one that is.`, { cause });
    throw cause;
  }
}

/** What goes on beside the requests: mail, and the recurring jobs. */
function startBackground(shared: MailNeeds, mail: Mail): { stop(): Promise<void> } {
  mail.start();
  const schedules = startSchedules({ ...shared, jobs, needs: { ...shared, queueLetter: mail.queueLetter } });
  return {
    async stop() {
      await Promise.all([mail.stop(), schedules.stop()]);
    },
  };
}

/**
 * Finishes what is under way, then closes; ten seconds, or a second signal, ends it at once. What comes within a second is the same
 * signal, by way of the terminal and of npm.
 */
function stopOnSignal(http: FastifyInstance, closeRest: () => Promise<void>): void {
  let stoppingSince: number | undefined;
  const stop = async (): Promise<void> => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > 1000) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    setTimeout(() => process.exit(1), 10_000).unref();
    await http.close();
    await closeRest();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
}
