import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inject } from 'postject';
import { build } from 'vite';

/**
 * `npm run basics:executable`: the command `basics` as one file for Linux on x64 and arm64, without Node.js, in `packages/desktop/dist`. Each
 * is the Node.js of npm for that system with the bundled command in it: https://nodejs.org/api/single-executable-applications.html
 *
 *   npm run basics:executable -- x64     only this one
 */

const packageFolder = join(import.meta.dirname, '..');
const repositoryRoot = join(packageFolder, '..', '..');
const outputFolder = join(packageFolder, 'dist');
/** The text in the program file of Node.js after which `postject` sets a flag that a script was added. */
const sentinelFuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const architectures = process.argv.length > 2 ? process.argv.slice(2) : ['x64', 'arm64'];

rmSync(outputFolder, { recursive: true, force: true });
await bundle();
for (const architecture of architectures) await buildFor(architecture);

/** The command and all that it imports, as one CommonJS script: a single executable cannot import modules. */
async function bundle() {
  await build({
    root: packageFolder,
    logLevel: 'warn',
    // An executable is not inside a repository, so it must refuse a simulated PC.
    define: { 'import.meta.dirname': JSON.stringify('/') },
    ssr: { noExternal: true },
    build: {
      target: 'node24',
      ssr: 'executable/main.ts',
      outDir: join(outputFolder, 'bundle'),
      rollupOptions: { output: { format: 'cjs', entryFileNames: 'basics.cjs' } },
    },
  });
}

/** @param {string} architecture */
async function buildFor(architecture) {
  const nodePath = findNode(architecture);
  const blobPath = join(outputFolder, 'bundle', 'basics.blob');
  const configPath = join(outputFolder, 'bundle', 'sea.json');
  const bundlePath = join(outputFolder, 'bundle', 'basics.cjs');
  // Snapshot and code cache stay off, because they would have to be created on a machine with the same architecture.
  writeFileSync(
    configPath,
    JSON.stringify({ main: bundlePath, output: blobPath, disableExperimentalSEAWarning: true }),
  );
  run(process.execPath, ['--experimental-sea-config', configPath]);
  const executable = join(outputFolder, `basics-linux-${architecture}`);
  copyFileSync(nodePath, executable);
  chmodSync(executable, 0o755);
  await inject(executable, 'NODE_SEA_BLOB', readFileSync(blobPath), { sentinelFuse });
  process.stdout.write(`${executable}\n`);
}

/** The Node.js in `node_modules`, or, for another architecture, the same version from npm, compared with the lock file. @param {string} architecture */
function findNode(architecture) {
  const name = `node-linux-${architecture}`;
  const installed = join(repositoryRoot, 'node_modules', name, 'bin', 'node');
  if (existsSync(installed)) return installed;
  const { version, integrity } = readLocked(name);
  const installFolder = join(repositoryRoot, '.cache', `${name}-${version}`);
  const nodePath = join(installFolder, 'node_modules', name, 'bin', 'node');
  if (existsSync(nodePath)) return nodePath;
  // A separate lock file is written, so that npm compares the package with the hash in this repository.
  mkdirSync(installFolder, { recursive: true });
  const dependencies = { [name]: version };
  const packages = { '': { dependencies }, [`node_modules/${name}`]: { version, integrity } };
  writeFileSync(join(installFolder, 'package.json'), JSON.stringify({ dependencies }));
  writeFileSync(join(installFolder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
  run('npm', [
    'ci',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--os',
    'linux',
    '--cpu',
    architecture,
    '--prefix',
    installFolder,
  ]);
  return nodePath;
}

/** @param {string} name @returns {{ version: string, integrity: string }} */
function readLocked(name) {
  const lockEntry = createRequire(import.meta.url)(join(repositoryRoot, 'package-lock.json')).packages[
    `node_modules/${name}`
  ];
  if (lockEntry === undefined) throw new Error(`There is no ${name} in package-lock.json.`);
  return lockEntry;
}

/** @param {string} file @param {string[]} args */
function run(file, args) {
  const processResult = spawnSync(file, args, { cwd: outputFolder, encoding: 'utf8' });
  if (processResult.error) throw processResult.error;
  if (processResult.status !== 0)
    throw new Error(`${file} ${args.join(' ')}\n${processResult.stdout}${processResult.stderr}`);
}
