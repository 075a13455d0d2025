import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import type { Config } from './config.ts';
import { DatabaseUnavailable, openDatabase } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { settle } from './first-start.ts';
import { tidyHourly } from './housekeeping.ts';
import { systemClock } from './platform/clock.ts';
import { createLog } from './platform/log.ts';
import { readPage } from './platform/pages.ts';
import { createPasswords } from './platform/passwords.ts';
import { StartFault } from './platform/start-fault.ts';
import { tokensWith } from './platform/token.ts';

const pagesRoot = resolve(import.meta.dirname, '../../portal/dist');

/**
 * Starts the portal: configuration, port, database, migrations, keys; prints how to sign in and, last, the address. What is wrong is
 * said in one line each and ends the process with 1, before anything is half made. `pages` is the folder of the built portal.
 */
export async function start(args: readonly string[], pages = pagesRoot): Promise<void> {
  try {
    await run(await readSettings(args), pages);
  } catch (error) {
    if (!(error instanceof StartFault) && !(error instanceof DatabaseUnavailable)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function readSettings(args: readonly string[]): Promise<Config> {
  const cwd = process.env['INIT_CWD'] ?? process.cwd();
  const reading = readConfig({ environment: process.env, dotenv: await readDotenv(join(cwd, '.env')), args, cwd });
  if (reading.ok) return reading.config;
  throw new StartFault(
    ['The configuration needs another look:', ...reading.faults.map((fault) => `  - ${fault}`)].join('\n'),
  );
}

async function readDotenv(file: string): Promise<Record<string, string | undefined>> {
  try {
    return parseEnv(await readFile(file, 'utf8'));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return {};
    throw new StartFault(`${file} cannot be read. Check its rights.`, { cause });
  }
}

async function run(config: Config, pages: string): Promise<void> {
  // What can be wrong outside of the data is found first: a first start must not be over before its password is shown.
  await readPage(pages);
  await requireFreePort(config);
  const log = createLog(config.logLevel);
  const passwords = await createPasswords();
  await makeFolder(config.dataDir);
  const database = await openDatabase(config.database);
  try {
    await migrate(database, systemClock);
    const { sessionKey, licenseKey, words } = await settle({ config, database, clock: systemClock, passwords });
    process.stdout.write(words.map((line) => `${line}\n`).join(''));
    const http = await createApp({
      config,
      database,
      clock: systemClock,
      chance: randomBytes,
      passwords,
      tokens: tokensWith(sessionKey),
      licenseKey,
      log,
      pages,
    });
    const address = await listen(http, config);
    const stopTidying = tidyHourly({ database, clock: systemClock, log });
    stopOnSignal(http, async () => {
      stopTidying();
      await database.close();
    });
    process.stdout.write(`Basics Portal ${config.demo ? '(demo) ' : ''}is ready at ${address}\n`);
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

/** Listens for a moment and lets go again. */
async function requireFreePort({ host, port }: Config): Promise<void> {
  const probe = createServer();
  await bound(() => once(probe.listen({ host, port }), 'listening'), { host, port });
  probe.close();
  await once(probe, 'close');
}

const listen = (http: FastifyInstance, { host, port }: Config): Promise<string> =>
  bound(() => http.listen({ host, port }), { host, port });

async function bound<T>(listening: () => Promise<T>, { host, port }: { host: string; port: number }): Promise<T> {
  try {
    return await listening();
  } catch (cause) {
    const words = portFaults[cause instanceof Error && 'code' in cause ? String(cause.code) : ''];
    if (words === undefined) throw cause;
    throw new StartFault(words(host, port), { cause });
  }
}

const portFaults: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} on ${host} is in use by another program. Stop it, or set PORT to another port.`,
  EACCES: (_, port) => `Port ${port} needs more rights than this account has. Set PORT to 1024 or above.`,
  EADDRNOTAVAIL: (host) => `${host} is no address of this machine. Set HOST to one that is.`,
};

/**
 * Finishes what is under way, then closes. Who has not finished after eight seconds is cut off; a second signal ends it at once, but
 * what comes within a second is the same one, by way of the terminal and of npm.
 */
function stopOnSignal(http: FastifyInstance, close: () => Promise<void>): void {
  let stoppingSince: number | undefined;
  const stop = async (): Promise<void> => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > 1000) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    setTimeout(() => http.server.closeAllConnections(), 8000).unref();
    await http.close();
    await close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop());
}
