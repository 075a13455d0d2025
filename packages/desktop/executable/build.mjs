import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { inject } from 'postject';
import { build } from 'vite';

/**
 * `npm run basics:executable` builds the command `basics` as one file for Linux on x64 and on arm64, and for Windows on x64, in
 * `packages/desktop/dist`. The files run without an installed Node.js: each file is the program of Node.js from npm with the bundled command
 * inside (https://nodejs.org/api/single-executable-applications.html). `npm run basics:executable -- linux-x64` builds only this file. The file
 * for Windows is not signed, because the signature of Node.js does not cover what is inside; the maker of a tool signs it. The target `wine-x64` is the
 * same file with Node.js 22, for `npm run basics:wine`: Wine 8 cannot reserve the memory that Node.js 24 needs at its start.
 */

const packageFolder = join(import.meta.dirname, '..');
const repositoryRoot = join(packageFolder, '..', '..');
const outputFolder = join(packageFolder, 'dist');
/** The text in the program file of Node.js after which `postject` sets the flag that a script was added to the file. */
const sentinelFuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const nodeForWine = {
  version: '22.23.3',
  integrity: 'sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==',
};

const targets = process.argv.length > 2 ? process.argv.slice(2) : ['linux-x64', 'linux-arm64', 'win-x64'];

rmSync(outputFolder, { recursive: true, force: true });
await bundle();
for (const target of targets) await buildFor(target);

/**
 * Bundles the command and everything that it imports into one CommonJS script, because a single executable cannot
 * import modules.
 */
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

/** @param {string} target */
async function buildFor(target) {
  const nodePath = findNode(target);
  const blobPath = join(outputFolder, 'bundle', 'basics.blob');
  const configPath = join(outputFolder, 'bundle', 'sea.json');
  const bundlePath = join(outputFolder, 'bundle', 'basics.cjs');
  // The options for a snapshot and a code cache stay off, because both would have to be created on a machine with the
  // same architecture.
  writeFileSync(
    configPath,
    JSON.stringify({ main: bundlePath, output: blobPath, disableExperimentalSEAWarning: true }),
  );
  run(process.execPath, ['--experimental-sea-config', configPath]);
  const executable = join(outputFolder, `basics-${target}${target.startsWith('linux') ? '' : '.exe'}`);
  copyFileSync(nodePath, executable);
  chmodSync(executable, 0o755);
  await inject(executable, 'NODE_SEA_BLOB', readFileSync(blobPath), { sentinelFuse });
  process.stdout.write(`${executable}\n`);
}

/**
 * Returns the path of Node.js for a system and an architecture: the program in `node_modules`, or, for another one than that of this machine,
 * the same version from npm, whose hash is compared with the lock file. @param {string} target
 */
function findNode(target) {
  const [, system = '', architecture = ''] = /^(linux|win)-(x64|arm64)$/.exec(target.replace('wine', 'win')) ?? [];
  const [name, program] = [`node-${system}-${architecture}`, system === 'win' ? 'node.exe' : 'node'];
  const installed = join(repositoryRoot, 'node_modules', name, 'bin', program);
  if (existsSync(installed)) return installed;
  const { version, integrity } = target === 'wine-x64' ? nodeForWine : readLocked(name);
  const installFolder = join(repositoryRoot, '.cache', `${name}-${version}`);
  const nodePath = join(installFolder, 'node_modules', name, 'bin', program);
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
    system === 'win' ? 'win32' : system,
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
