import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureFresh } from './fresh-build.mjs';
import { createEnvironment, findNode24 } from './node-24.mjs';
import { root } from './root.mjs';
import { CommandFailure } from './say.mjs';

const portal = path.join(root, 'packages', 'portal');
const dist = path.join(portal, 'dist');

/** @type {import('./fresh-build.mjs').Product} */
const pagesProduct = {
  name: "the portal's pages",
  sources: [
    'packages/portal',
    'packages/contract/src',
    'packages/licensing/src',
    'package-lock.json',
    'tsconfig.base.json',
  ],
  stamp: path.join(dist, '.vite', 'built-from'),
  build,
};

/**
 * Builds the portal's pages into packages/portal/dist, unless they were already built from the current sources. With `mayBeOld`, any
 * existing build is used, even if the sources have changed.
 * @param {{ mayBeOld?: boolean }} [options]
 */
export const ensureBuilt = (options) => ensureFresh(pagesProduct, options);

/**
 * Builds the pages into another folder, and renames this folder at the end, so that a running server never serves an incomplete build.
 * @param {string} fingerprint
 */
function build(fingerprint) {
  const newBuild = path.join(portal, '.cache', 'dist');
  const oldBuild = path.join(portal, '.cache', 'old-dist');
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status, stdout, stderr } = spawnSync(
    findNode24(),
    [vite, 'build', '--outDir', newBuild, '--emptyOutDir', '--manifest', '--logLevel', 'warn'],
    { cwd: portal, env: { ...createEnvironment(), NODE_ENV: 'production' }, encoding: 'utf8' },
  );
  if (status !== 0)
    throw new CommandFailure(`${stdout}${stderr}\nThe portal's pages could not be built; the reason is above.`);
  writeFileSync(path.join(newBuild, '.vite', 'built-from'), fingerprint);
  rmSync(oldBuild, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, oldBuild);
  renameSync(newBuild, dist);
  rmSync(oldBuild, { recursive: true, force: true });
}
