import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createEnvironment, findNode24 } from './node-24.mjs';
import { runExclusively } from './one-at-a-time.mjs';
import { root } from './root.mjs';
import { CommandFailure, say, formatSeconds } from './say.mjs';

const portal = path.join(root, 'packages', 'portal');
const dist = path.join(portal, 'dist');
const stamp = path.join(dist, '.vite', 'built-from');

/** The input of the build. */
const sources = [
  'packages/portal',
  'packages/contract/src',
  'packages/licensing/src',
  'package-lock.json',
  'tsconfig.base.json',
];
const notSources = /^(dist|node_modules|\.cache|.*\.test\.tsx?|testing)$/;

/**
 * Builds the portal's pages into packages/portal/dist, unless they exist and nothing has changed. With `mayBeOld` any existing build is used.
 * @param {{ mayBeOld?: boolean }} [options]
 */
export async function ensureBuilt({ mayBeOld = false } = {}) {
  const isReady = () => (mayBeOld ? existsSync(stamp) : isBuilt());
  if (isReady()) return;
  await runExclusively('build', async () => {
    if (!isReady()) build();
  });
}

const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === computeFingerprint();

function computeFingerprint() {
  const hash = createHash('sha256');
  const files = sources.flatMap((source) => listFiles(path.join(root, source)));
  files.sort();
  for (const file of files) {
    hash
      .update(`${path.relative(root, file)}\n`)
      .update(readFileSync(file))
      .update('\n');
  }
  return hash.digest('hex');
}

/** @param {string} place @returns {string[]} */
function listFiles(place) {
  if (path.extname(place) === '.json') return [place];
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => !notSources.test(entry.name))
    .flatMap((entry) => {
      const inner = path.join(place, entry.name);
      return entry.isDirectory() ? listFiles(inner) : [inner];
    });
}

/** Builds into another folder and renames it at the end, so that a running server never serves an incomplete build. */
function build() {
  const start = performance.now();
  say("Building the portal's pages. This takes some seconds, the first time and after a change.");
  const builtFrom = computeFingerprint();
  const fresh = path.join(portal, '.cache', 'dist');
  const old = path.join(portal, '.cache', 'old-dist');
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status, stdout, stderr } = spawnSync(
    findNode24(),
    [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--manifest', '--logLevel', 'warn'],
    { cwd: portal, env: { ...createEnvironment(), NODE_ENV: 'production' }, encoding: 'utf8' },
  );
  if (status !== 0)
    throw new CommandFailure(`${stdout}${stderr}\nThe portal's pages could not be built; the reason is above.`);
  writeFileSync(path.join(fresh, '.vite', 'built-from'), builtFrom);
  rmSync(old, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
  say(`Built in ${formatSeconds(start)}.`);
}
