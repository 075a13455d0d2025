// SPDX-License-Identifier: Apache-2.0
import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { testSigner } from '@basics/licensing/testing/samples.ts';
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { createLicence } from './two-processes.mjs';

/**
 * The faults of a PC that a test program cannot simulate: a home folder that is read-only, a disk that is full, a folder that was deleted, and a
 * container. `node sdk/scenarios.mjs NAMES PROGRAM ARGUMENT...` runs an example in some of them, and prints the answers as JSON. It mounts small disks,
 * so `findScenarioAnswers` runs it with `unshare`, in which they disappear at the end.
 */

/** The answers that each library must give. @type {Readonly<Record<string, readonly string[]>>} */
export const expectedAnswers = {
  'read-only home': ['VALID', 'VALID', 'not installed', 'VALID', 'no temporary file'],
  'full disk': ['VALID', 'VALID', 'not installed', 'VALID', 'no temporary file'],
  'full disk for more than 7 days': ['VALID', 'FILE_NOT_WRITABLE', 'not installed', 'VALID', 'no temporary file'],
  'deleted folder': ['VALID', 'NO_LICENCE', 'VALID'],
  container: ['VALID', 'VALID', 'OTHER_MACHINE'],
  'pipes and locks': ['VALID', 'VALID', 'VALID', 'only the owner can read', 'LICENCE_NOT_READABLE'],
  'turned clock': ['VALID', 'VALID', 'CLOCK_TURNED_BACK', 'IN_GRACE', 'EXPIRED', 'CLOCK_TURNED_BACK', 'VALID'],
};

/** Whether this computer lets a test mount disks. */
export const canMount = () =>
  spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt'], { stdio: 'ignore' }).status === 0;

/** Whether this computer has the programs that turn the clock of another program. */
export const canTurnClock = () =>
  [turnClock(0, ['true']), [emulator, '/bin/true']].every(([file = '', ...args]) => spawnSync(file, args).status === 0);

const emulator = process.arch === 'arm64' ? 'qemu-aarch64' : 'qemu-x86_64';

/**
 * Returns the command that runs a program with a clock that is turned by some seconds. A program in Go asks the kernel for the time: the emulator runs
 * it, and asks the C library instead, whose clock can be turned. Python waits by the clock that only counts, which must then keep its time.
 * @param {number} seconds @param {readonly string[]} program @returns {string[]}
 */
export function turnClock(seconds, [file = '', ...args]) {
  const variables = /python/.test(file) ? ['DONT_FAKE_MONOTONIC=1'] : [];
  const emulated = file.endsWith('-go') ? [emulator] : [];
  return ['env', ...variables, 'faketime', '-f', `+${seconds}`, ...emulated, file, ...args];
}

/**
 * Returns the answers of an example in some scenarios, by default in all.
 * @param {import('./conformance.mjs').Program} example @param {readonly string[]} [names] @returns {Promise<Record<string, unknown>>}
 */
export async function findScenarioAnswers(example, names = Object.keys(expectedAnswers)) {
  const words = ['-rm', process.execPath, import.meta.filename, names.join(), ...example];
  const { stdout } = await promisify(execFile)('unshare', words);
  return JSON.parse(stdout);
}

const home = '/mnt/home';

/** @param {string[]} words */
function mount(...words) {
  const run = spawnSync('mount', words, { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
}

/** Runs an example in a home folder, and returns the code that it prints. @param {string[]} example @param {string} folder @param {string[]} words */
function ask([file = '', ...args], folder, ...words) {
  const variables = { HOME: folder, XDG_DATA_HOME: join(folder, 'data'), BASICS_HOME: join(folder, 'state') };
  const key = bytesToHex(testSigner.publicKey);
  const { stdout } = spawnSync(file, [...args, key, ...words], { cwd: folder, encoding: 'utf8', env: { ...process.env, ...variables }, timeout: 20_000 });
  return words[0] === 'code' ? stdout : (/^[A-Z_]+(?=[: ]|$)/m.exec(stdout)?.[0] ?? 'nothing');
} // oxfmt-ignore

const listFiles = () =>
  readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));

function fill() {
  spawnSync('dd', ['if=/dev/zero', `of=${join(home, 'filler')}`, 'bs=4096', 'count=1024'], { stdio: 'ignore' });
}
const empty = () => rmSync(join(home, 'filler'));

/** How the files of a home folder become impossible to write, and possible again, and the age of the installed licence in days. */
const faults = {
  'read-only home': {
    days: 3,
    begin: () => mount('-o', 'remount,ro', home),
    end: () => mount('-o', 'remount,rw', home),
  },
  'full disk': { days: 3, begin: fill, end: empty },
  'full disk for more than 7 days': { days: 10, begin: fill, end: empty },
};

/** Runs the example while nothing can be stored, and has no record. @param {string[]} example @param {typeof faults['full disk']} fault */
function runFault(example, { days, begin, end }) {
  mount('-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', home);
  const code = ask(example, home, 'code');
  const files = ['/mnt/first.lic', '/mnt/second.lic'];
  for (const [round, file] of files.entries()) writeFileSync(file, createLicence(code, round, days));
  const installed = ask(example, home, 'install', files[0] ?? '');
  for (const file of listFiles()) if (/memory[-\w]*\.json$/.test(file)) rmSync(file);
  begin();
  const during = ask(example, home, 'status');
  const isInstalled = ask(example, home, 'install', files[1] ?? '') === 'VALID';
  end();
  const left = listFiles().filter((file) => file.endsWith('.tmp'));
  const after = [ask(example, home, 'status'), left.join() || 'no temporary file'];
  spawnSync('umount', [home]);
  return [installed, during, isInstalled ? 'installed' : 'not installed', ...after];
}

/** @param {string[]} example */
function runDeletedFolder(example) {
  writeFileSync('/mnt/first.lic', createLicence(ask(example, home, 'code'), 0, 10));
  const installed = ask(example, home, 'install', '/mnt/first.lic');
  for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true });
  return [installed, ask(example, home, 'status'), ask(example, home, 'install', '/mnt/first.lic')];
}

/** Replaces files by pipes, and leaves a temporary file with a date in the future. All files may be read by others. @param {string[]} example */
function runPipes(example) {
  process.umask(0);
  const code = ask(example, home, 'code');
  for (const round of [0, 1]) writeFileSync(`/mnt/${round}.lic`, createLicence(code, round, 3));
  const installed = ask(example, home, 'install', '/mnt/0.lic');
  /** @param {RegExp} pattern */
  const replace = (pattern) => {
    for (const file of listFiles().filter((each) => pattern.test(each))) {
      rmSync(file);
      spawnSync('mkfifo', [file]);
    }
  };
  replace(/memory[-\w]*\.json$/);
  const during = ask(example, home, 'status');
  const future = Date.now() / 1000 + 86_400;
  for (const file of listFiles().filter((each) => basename(each) === 'licence')) {
    writeFileSync(`${file}.tmp`, '');
    utimesSync(`${file}.tmp`, future, future);
  }
  const installedAgain = ask(example, home, 'install', '/mnt/1.lic');
  const open = listFiles().filter((file) => /licence|memory/.test(file) && (statSync(file).mode & 0o77) > 0);
  replace(/licence$/);
  return [installed, during, installedAgain, open.join() || 'only the owner can read', ask(example, home, 'status')];
}

/** Turns the clock of the example forward and back, and deletes the record. @param {string[]} example */
function runTurnedClock(example) {
  writeFileSync('/mnt/first.lic', createLicence(ask(example, home, 'code'), 0, 10));
  /** @param {number} days */
  const statusIn = (days) => ask(turnClock(days * 86_400, example), home, 'status');
  const answers = [ask(example, home, 'install', '/mnt/first.lic'), ...[100, 0, 360, 400, 100].map((days) => statusIn(days))];
  for (const file of listFiles()) if (/memory[-\w]*\.json$/.test(file)) rmSync(file);
  return [...answers, statusIn(0)];
} // oxfmt-ignore

/** Hides the facts of the PC, as in a container, and then copies the folder of the tool. @param {string[]} example */
function runContainer(example) {
  mkdirSync('/mnt/container');
  for (const folder of ['/sys/class', '/sys/block', '/sys/devices']) mount('-t', 'tmpfs', 'tmpfs', folder);
  if (existsSync('/etc/machine-id')) mount('--bind', '/dev/null', '/etc/machine-id');
  if (existsSync('/var/lib/dbus/machine-id')) mount('--bind', '/dev/null', '/var/lib/dbus/machine-id');
  writeFileSync('/mnt/first.lic', createLicence(ask(example, '/mnt/container', 'code'), 0, 10));
  const installed = ask(example, '/mnt/container', 'install', '/mnt/first.lic');
  cpSync('/mnt/container', '/mnt/copy', { recursive: true, preserveTimestamps: true });
  return [installed, ...['/mnt/container', '/mnt/copy'].map((folder) => ask(example, folder, 'status'))];
}

if (process.argv[1] === import.meta.filename) {
  const [names = '', ...example] = process.argv.slice(2);
  mount('-t', 'tmpfs', 'tmpfs', '/mnt');
  mkdirSync(home);
  const runs = {
    ...Object.fromEntries(Object.entries(faults).map(([name, fault]) => [name, () => runFault(example, fault)])),
    'deleted folder': () => runDeletedFolder(example),
    'pipes and locks': () => runPipes(example),
    'turned clock': () => runTurnedClock(example),
    container: () => runContainer(example),
  };
  const chosen = Object.entries(runs).filter(([name]) => names.split(',').includes(name));
  process.stdout.write(JSON.stringify(Object.fromEntries(chosen.map(([name, run]) => [name, run()]))));
}
