import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { ensureFresh, isFresh } from './fresh-build.mjs';
import { createEnvironment, findNode24 } from './node-24.mjs';
import { root } from './root.mjs';
import { CommandFailure } from './say.mjs';

const server = path.join(root, 'packages', 'server');
const dist = path.join(server, 'dist');
/** The names of the files of the newest build, one on each line. */
const fileListFile = path.join(dist, 'files.txt');
const readFileList = () => (existsSync(fileListFile) ? readFileSync(fileListFile, 'utf8').split('\n') : []);

/** @type {import('./fresh-build.mjs').Product} */
const bundleProduct = {
  name: 'the server',
  sources: [
    'packages/server/src',
    'packages/server/package.json',
    'packages/contract/src',
    'packages/licensing/src',
    'package-lock.json',
    'scripts/bundle-server.mjs',
    'scripts/commit.mjs',
  ],
  stamp: path.join(dist, 'built-from'),
  build,
};

/** Builds the server into packages/server/dist, unless it was already built from the current sources. */
export const ensureServerBuilt = () => ensureFresh(bundleProduct);

/** Returns the path of the server's main program: in the bundle if it was built from the current sources, otherwise in the sources. */
export const findServerMain = () =>
  isFresh(bundleProduct) ? path.join(dist, 'main.js') : path.join(server, 'src', 'main.ts');

/**
 * Returns the path of the module `start.ts` for tests that start processes: in the bundle if it was built from the current sources, because
 * Node.js loads the bundle in a quarter of the CPU time, otherwise in the sources.
 */
export function findStartModule() {
  const name = isFresh(bundleProduct) ? readFileList().find((file) => /^start-.*\.js$/.test(file)) : undefined;
  return name === undefined ? path.join(server, 'src', 'start.ts') : path.join(dist, name);
}

/** Writes the bundle of the server into a new folder. @param {string} folder */
export function bundleServer(folder) {
  rmSync(folder, { recursive: true, force: true });
  const script = path.join(root, 'scripts', 'bundle-server.mjs');
  const bundleRun = spawnSync(findNode24(), [script, folder], {
    cwd: root,
    env: createEnvironment(),
    encoding: 'utf8',
  });
  if (bundleRun.status === 0) return;
  throw new CommandFailure(
    `${bundleRun.stdout}${bundleRun.stderr}\nThe server could not be built; the reason is above.`,
  );
}

/**
 * Adds the files of the new build to the files of the previous build, because a running server loads some files only when it needs them.
 * Older files are deleted. Only `main.js` is overwritten, as the last file; the names of all other files contain a hash.
 * @param {string} fingerprint
 */
function build(fingerprint) {
  const newBuild = path.join(server, '.cache', 'dist');
  bundleServer(newBuild);
  mkdirSync(dist, { recursive: true });
  const newFiles = readdirSync(newBuild);
  const previousFiles = readFileList();
  const filesToKeep = new Set([...newFiles, ...previousFiles, path.basename(fileListFile)]);
  for (const name of readdirSync(dist)) if (!filesToKeep.has(name)) rmSync(path.join(dist, name));
  for (const name of newFiles) if (name !== 'main.js') copyFileSync(path.join(newBuild, name), path.join(dist, name));
  writeFileSync(fileListFile, newFiles.join('\n'));
  renameSync(path.join(newBuild, 'main.js'), path.join(dist, 'main.js'));
  writeFileSync(bundleProduct.stamp, fingerprint);
}
