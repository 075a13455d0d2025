import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findNpm } from './find-npm.mjs';
import { runExclusively } from './one-at-a-time.mjs';
import { root } from './root.mjs';
import { CommandFailure, say, formatSeconds } from './say.mjs';
import { hasHome } from './user-cache.mjs';

/** Installs the packages of package-lock.json, unless they are in node_modules already. */
export async function ensureInstalled() {
  refuseOldTool('Node.js', process.versions.node);
  if (isInstalled()) return;
  refuseOldTool('npm', readNpmVersion());
  await runExclusively('install', async () => {
    if (!isInstalled()) await install();
  });
}

/** The oldest versions with which the packages can be installed. Debian 12 has Node.js 18 and npm 9, which install no part for this platform. */
const oldestMajors = { 'Node.js': 20, npm: 10 };

/**
 * Throws CommandFailure if a tool is too old to install the packages. An empty version means that the tool was not found, which its call reports.
 * @param {keyof typeof oldestMajors} tool @param {string} version
 */
export function refuseOldTool(tool, version) {
  if (version === '' || Number.parseInt(version, 10) >= oldestMajors[tool]) return;
  throw new CommandFailure(
    `This needs ${tool} ${oldestMajors[tool]} or later; this is ${version}. Install Node.js 24 with its npm from https://nodejs.org, then try again.`,
  );
}

function readNpmVersion() {
  const [program, ...firstArguments] = findNpm();
  const shell = program === 'npm' && process.platform === 'win32';
  return spawnSync(program, [...firstArguments, '--version'], { encoding: 'utf8', shell }).stdout?.trim() ?? '';
}

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, os?: string | string[], cpu?: string | string[], libc?: string[] }} Package */

/** Returns whether npm's record of the installed packages has every package of the lock file that this machine needs. */
function isInstalled() {
  const npmRecord = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(npmRecord)) return false;
  const lockedPackages = readPackages(path.join(root, 'package-lock.json'));
  const installedPackages = readPackages(npmRecord);
  return Object.entries(lockedPackages).every(([packageFolder, lockedPackage]) => {
    const installedPackage = installedPackages[packageFolder];
    if (installedPackage)
      return (
        installedPackage.version === lockedPackage.version && installedPackage.integrity === lockedPackage.integrity
      );
    return packageFolder === '' || mayBeAbsent(lockedPackage);
  });
}

/** @param {string} file @returns {Record<string, Package>} */
const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * Returns whether npm may skip a package: only an optional package that is for another platform or that requires a certain C library.
 * @param {Package} wants
 */
function mayBeAbsent({ optional, os, cpu, libc }) {
  if (!optional) return false;
  const isForThisMachine = [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);
  return !isForThisMachine || libc !== undefined;
}

async function install() {
  const startTime = performance.now();
  say('Installing packages. This takes about a minute, the first time and when package-lock.json has changed.');
  const { code, output } = await npm([
    'ci',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--include=dev',
    '--include=optional',
    '--loglevel=error',
  ]);
  if (code !== 0)
    throw new CommandFailure(`${output.trim()}\n\nnpm could not install the packages. ${findNextStep(output)}`);
  if (!isInstalled()) {
    throw new CommandFailure('npm did not install all packages. Check that no setting excludes some: npm config list');
  }
  say(`Installed in ${formatSeconds(startTime)}.`);
}

/** @param {string[]} args */
function npm(args) {
  const [program, ...firstArguments] = findNpm();
  const cache = hasHome() ? {} : { npm_config_cache: path.join(root, '.cache', 'npm') };
  const shell = program === 'npm' && process.platform === 'win32';
  const child = spawn(program, [...firstArguments, ...args], { cwd: root, env: { ...process.env, ...cache }, shell });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (output += text));
  /** @type {Promise<{ code: number | null, output: string }>} */
  const npmResult = new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: null, output: String(error) }));
    child.on('close', (code) => resolve({ code, output }));
  });
  return npmResult;
}

/** @type {[RegExp, string][]} */
const nextSteps = [
  [/spawn npm ENOENT/, 'It is not on the PATH: install Node.js 24 together with npm, then try again.'],
  [
    /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|network/i,
    'The registry did not answer: check the network, the proxy and `npm config get registry`, then try again.',
  ],
  [
    /EACCES|EPERM|EROFS/,
    'It has no permission to write here: run this as the owner of the folder, or clone the repository again.',
  ],
  [/ENOSPC/, 'The disk is full: about 700 MB are needed.'],
];

/** @param {string} output */
const findNextStep = (output) =>
  nextSteps.find(([pattern]) => pattern.test(output))?.[1] ?? 'Its message is above. Solve that, then try again.';
