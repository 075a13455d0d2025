/**
 * Walks the manual on a booted Debian 12 with systemd: `node bench/systemd.ts`, as root. debootstrap installs Debian into a temporary folder,
 * systemd-nspawn boots it, and each step runs the commands of docs/operating.md there. The container shares the network of this machine.
 * Prints one line for each step, and exits with 1 if a step fails. Where systemd-nspawn or debootstrap is missing, it says so and exits
 * with 2.
 */
import { apiBase } from '@basics/contract/calls/limits.ts';
import { startEmbeddedPostgres } from '@basics/server/testing/database/embedded-postgres.ts';
import { findFreePort } from '@basics/server/testing/database/free-port.ts';
import { execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createRelease } from '../scripts/release.mjs';
import { setUpAdministrator, waitUntilReady } from './portal-process.ts';

const mirror = process.env['DEBIAN_MIRROR'] ?? 'http://deb.debian.org/debian';
const packages = 'systemd,systemd-sysv,dbus,sudo,ca-certificates,procps';
const settingsFile = '/var/lib/basics-portal/.env';
const asUser = (command: string) => `sudo -u basics-portal sh -c 'cd /var/lib/basics-portal && ${command}'`;

const missing = ['debootstrap', 'systemd-nspawn', 'nsenter'].filter(
  (program) => spawnSync('which', [program]).status !== 0,
);
if (missing.length > 0 || process.getuid?.() !== 0) {
  process.stdout.write(`Not run: this needs root, and the programs debootstrap and systemd-nspawn.\n`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'basics-systemd-'));
const root = join(folder, 'debian');
const walk: { machine?: Machine; failures: number } = { failures: 0 };
/** The portal in the container, with the session of its first administrator. */
const portal = { url: '', session: '' };
async function walkTheManual(): Promise<void> {
  execFileSync('debootstrap', ['--variant=minbase', `--include=${packages}`, 'bookworm', root, mirror], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  writeFileSync(join(root, 'etc/hosts'), `127.0.0.1 localhost ${hostname()}\n`);
  copyFileSync(process.execPath, join(root, 'usr/local/bin/node'));
  const { archive } = await createRelease(join(folder, 'release'), Math.floor(Date.now() / 1000));
  cpSync(join(folder, 'release'), join(root, 'root/release'), { recursive: true });
  const [name, port] = [archive.split('/').at(-1) ?? '', await findFreePort()];
  const url = `http://127.0.0.1:${port}`;
  portal.url = url;
  walk.machine = await boot();

  await step('install the release, with its checksum', async () => {
    await run(`cd /root/release && sha256sum --check ${name}.sha256`);
    await run('sudo mkdir /opt/basics-portal');
    await run(`sudo tar -xzf /root/release/${name} -C /opt/basics-portal --strip-components=1`);
    await run('sudo ln -s /opt/basics-portal/portal.js /usr/local/bin/portal');
  });
  await step('install and start the service', async () => {
    await run('sudo useradd --system --home-dir /var/lib/basics-portal basics-portal');
    await run('sudo install -d -m 700 -o basics-portal -g basics-portal /var/lib/basics-portal');
    await run(`sudo cp /opt/basics-portal/.env.example ${settingsFile}`);
    await run(`echo 'PORT=${port}' >> ${settingsFile}`);
    await run('sudo cp /opt/basics-portal/deploy/systemd/basics-portal.service /etc/systemd/system/');
    await run('sudo systemctl daemon-reload');
    await run('sudo systemctl enable --now basics-portal');
    await waitUntilReady(url);
  });
  await step('the link in the journal makes the first administrator', async () => {
    portal.session = await setUpAdministrator(url, await run('sudo journalctl -u basics-portal'));
    await expectStatus('/user', 200);
  });
  await step('portal doctor finds no fault', async () => run(asUser('portal doctor')));
  await restartAndRestore(url);
  await replaceReleases(url, name);
  await loseDatabase(url);
  await stopForGood();
}

async function restartAndRestore(url: string): Promise<void> {
  await step('systemctl restart: ready again, the session lasts', async () => {
    await run('systemctl restart basics-portal');
    await waitUntilReady(url);
    await expectStatus('/user', 200);
  });
  await step('a killed process is started again', async () => {
    const pid = await readPid();
    await run(`kill -9 ${pid}`);
    await waitFor(async () => ![pid, '0'].includes(await readPid()));
    await waitUntilReady(url);
    await expectStatus('/user', 200);
  });
  await step('a restart of the machine starts the portal', async () => {
    await walk.machine?.halt();
    walk.machine = await boot();
    await waitUntilReady(url);
    await expectStatus('/user', 200);
  });
  await step('a backup, restored into an empty data folder', async () => {
    await run(asUser('portal backup'));
    const backup = (await run(`ls /var/lib/basics-portal/data/backups/*.zst`)).trim().split('\n').at(-1) ?? '';
    await run('systemctl stop basics-portal');
    await run('cd /var/lib/basics-portal/data && mkdir old && mv portal.db* old/');
    await run(asUser(`portal restore ${backup}`));
    await run('systemctl start basics-portal');
    await waitUntilReady(url);
    await run(asUser('portal mail release'));
    portal.session = await signIn();
    await expectStatus('/user', 200);
  });
}

async function replaceReleases(url: string, name: string): Promise<void> {
  const port = new URL(url).port;
  await step('the socket of systemd: 0 of the requests fail during portal restart', async () => {
    await run('sudo cp /opt/basics-portal/deploy/systemd/basics-portal.socket /etc/systemd/system/');
    await run(`sed -i 's/^ListenStream=.*/ListenStream=127.0.0.1:${port}/' /etc/systemd/system/basics-portal.socket`);
    await run('sudo systemctl daemon-reload');
    await run('sudo systemctl stop basics-portal');
    await run('sudo systemctl enable --now basics-portal.socket');
    await run('sudo systemctl start basics-portal');
    await waitUntilReady(url);
    await requestDuring(async () => run('cd /var/lib/basics-portal && portal restart'));
  });
  await step('upgrade: the unpacked release takes the place of the old one', async () => {
    await run(`mkdir /opt/new && tar -xzf /root/release/${name} -C /opt/new --strip-components=1`);
    await run('mv /opt/basics-portal /opt/old && mv /opt/new /opt/basics-portal');
    await requestDuring(async () => run('cd /var/lib/basics-portal && portal restart'));
    await expectStatus('/user', 200);
  });
  await step('rollback: the old release takes its place again', async () => {
    await run('mv /opt/basics-portal /opt/new && mv /opt/old /opt/basics-portal');
    await run('systemctl restart basics-portal');
    await waitUntilReady(url);
    await expectStatus('/user', 200);
  });
}

async function loseDatabase(url: string): Promise<void> {
  const server = await startEmbeddedPostgres();
  try {
    await step('portal move to PostgreSQL, as the manual says', async () => {
      await run('systemctl stop basics-portal.socket basics-portal');
      await run(asUser(`umask 077; echo "${server.url}" > target.txt`));
      await run(asUser('portal move --to-file target.txt'));
      await run(`echo 'DATABASE_URL=${server.url}' >> ${settingsFile}`);
      await run('systemctl start basics-portal.socket basics-portal');
      await waitUntilReady(url);
      portal.session = await signIn();
      await expectStatus('/user', 200);
    });
    await step('the database is 60 s later than the portal', async () => {
      await server.pause();
      await run('systemctl restart basics-portal');
      await wait(60_000);
      await server.resume();
      await waitUntilReady(url);
      await expectStatus('/user', 200);
    });
  } finally {
    await server.stop();
  }
}

async function stopForGood(): Promise<void> {
  await step('systemctl stop ends the service, with its socket, for good', async () => {
    await run('systemctl stop basics-portal.socket basics-portal');
    await wait(5000);
    const state = (await run('systemctl show basics-portal --property=ActiveState,Result')).trim();
    if (state !== 'Result=success\nActiveState=inactive') throw new Error(state);
  });
}

async function expectStatus(path: string, status: number): Promise<void> {
  const response = await fetch(`${portal.url}${apiBase}${path}`, {
    headers: { authorization: `Bearer ${portal.session}` },
  });
  if (response.status !== status) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

async function signIn(): Promise<string> {
  const response = await fetch(`${portal.url}${apiBase}/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'root@bench.example', password: 'Basalt-Kettle-93' }),
  });
  const reply: unknown = await response.json();
  return typeof reply === 'object' && reply !== null && 'token' in reply ? String(reply.token) : '';
}

/** Sends requests one after the other while an action runs. Throws if one fails. */
async function requestDuring(action: () => Promise<unknown>): Promise<void> {
  const load = { isOver: false };
  const requests = (async () => {
    while (!load.isOver)
      // oxlint-disable-next-line no-await-in-loop -- one request after the other
      if (!(await fetch(`${portal.url}/health/live`, { headers: { connection: 'close' } })).ok)
        throw new Error('refused');
  })();
  await action();
  load.isOver = true;
  await requests;
}

/** Runs a step, and prints its result. A failed step does not end the walk, so that one fault does not hide the next one. */
async function step(name: string, run_: () => Promise<unknown>): Promise<void> {
  const startTime = performance.now();
  try {
    await run_();
    print(`ok      ${name} (${((performance.now() - startTime) / 1000).toFixed(1)} s)`);
  } catch (error) {
    walk.failures += 1;
    print(`FAILED  ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Runs a shell command as root in the machine. Returns what it has printed; throws with its output if it fails. */
async function run(command: string): Promise<string> {
  if (walk.machine === undefined) throw new Error('the machine is not booted');
  try {
    const enter = ['--target', String(walk.machine.pid), '--mount', '--uts', '--ipc', '--pid', '--root', '--wd=/root'];
    const { stdout } = await promisify(execFile)('nsenter', [...enter, '--', 'sh', '-c', command]);
    return stdout;
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new Error(`${command}: ${output}`, { cause: error });
  }
}

const readPid = async (): Promise<string> =>
  (await run('systemctl show basics-portal --property=MainPID --value')).trim();

async function waitFor(isReached: () => Promise<boolean>): Promise<void> {
  const endTime = performance.now() + 60_000;
  // oxlint-disable-next-line no-await-in-loop -- asked until it is so
  while (!(await isReached())) {
    if (performance.now() > endTime) throw new Error('not reached after a minute');
    // oxlint-disable-next-line no-await-in-loop -- the pause before the next question
    await wait(200);
  }
}

type Machine = { pid: number; halt: () => Promise<void> };

/** Boots the container, and waits until systemd has started all units. `pid` is the process of its systemd. */
async function boot(): Promise<Machine> {
  const options = ['--boot', `--directory=${root}`, '--register=no', '--keep-unit', '--quiet', '--console=read-only'];
  const container = spawn('systemd-nspawn', options, { stdio: ['ignore', 'ignore', 'inherit'] });
  const exit = once(container, 'exit');
  const children = () =>
    readFileSync(`/proc/${container.pid ?? 0}/task/${container.pid ?? 0}/children`, 'utf8')
      .trim()
      .split(' ');
  const halt = async () => {
    container.kill('SIGTERM');
    await exit;
  };
  walk.machine = { pid: 0, halt };
  await waitFor(async () => children()[0] !== '' && isSystemd(Number(children()[0])));
  const pid = Number(children()[0]);
  const machine = { pid, halt };
  walk.machine = machine;
  await waitFor(async () =>
    ['running', 'degraded'].includes((await run('systemctl is-system-running || true').catch(() => '')).trim()),
  );
  return machine;
}

const isSystemd = (pid: number): boolean => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'systemd';

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  await walkTheManual();
} finally {
  await walk.machine?.halt();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = walk.failures > 0 ? 1 : 0;
