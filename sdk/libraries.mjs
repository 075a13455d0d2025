import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A client library: the tools that it needs, the Debian packages with these tools, whether the tools are present, and a function that builds
 * its test program in a folder. A library that has `isDownloaded` downloads its tools.
 * @typedef {{ name: string, tools: string, packages: string[], isPresent: () => boolean, isDownloaded?: true, build: (folder: string) => import('./conformance.mjs').Program }} Library
 */

const sdkFolder = import.meta.dirname;

/** @param {string} file @param {string[]} args */
const hasSucceeded = (file, args) => spawnSync(file, args, { stdio: 'ignore' }).status === 0;

/**
 * Runs a program. If the program fails, throws an error with the output of the program.
 * @param {string} file @param {string[]} args @param {string} [cwd] @param {Record<string, string>} [env]
 */
function run(file, args, cwd = sdkFolder, env = {}) {
  const result = spawnSync(file, args, { cwd, encoding: 'utf8', env: { ...process.env, ...env } });
  if (result.error) throw result.error;
  if (result.status !== 0) throw new Error(`${file} ${args.join(' ')}\n${result.stdout}${result.stderr}`);
}

/** Finds the first Python on this machine that has the package `cryptography`. */
const findPython = () =>
  ['python3', '/usr/bin/python3'].find((python) => hasSucceeded(python, ['-c', 'import cryptography']));

const strictOptions = ['-std=c99', '-pedantic', '-Wall', '-Wextra', '-Werror', '-O2'];
/** The options with which a C program ends at the first wrong access to memory, if this machine has the libraries for it. */
const sanitizerOptions = ['-fsanitize=address,undefined', '-fno-sanitize-recover'];
const hasSanitizers = () =>
  spawnSync('cc', [...sanitizerOptions, '-x', 'c', '-', '-o', '/dev/null'], { input: 'int main(void) { return 0; }' })
    .status === 0;
const hasSodium = () => hasSucceeded('cc', ['-E', '-include', 'sodium.h', '-x', 'c', '/dev/null']);

/** Packs and installs the npm package as a customer would, and returns the test program that uses it. @param {string} folder */
function installPackage(folder) {
  const project = join(folder, 'typescript');
  const program = join(project, 'answer.mjs');
  if (existsSync(program)) return program;
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{}');
  run('npm', ['pack', '--pack-destination', project], join(sdkFolder, 'typescript'));
  const packedFiles = readdirSync(project).filter((name) => name.endsWith('.tgz'));
  run('npm', ['install', '--no-audit', '--no-fund', ...packedFiles.map((name) => `./${name}`)], project);
  copyFileSync(join(sdkFolder, 'typescript', 'answer.mjs'), program);
  return program;
}

/**
 * Creates the library that is the npm package in an older major version of Node.js. The npm package `node` contains that Node.js.
 * @param {number} major @returns {Library}
 */
const createOlderNodeLibrary = (major) => ({
  name: `node-${major}`,
  tools: `Node.js ${major}`,
  packages: [],
  isPresent: () => true,
  isDownloaded: true,
  build(folder) {
    run('npm', ['install', '--no-audit', '--no-fund', '--prefix', join(folder, `node-${major}`), `node@${major}`]);
    return [join(folder, `node-${major}`, 'node_modules', '.bin', 'node'), installPackage(folder)];
  },
});

/** @type {readonly Library[]} */
export const libraries = [
  {
    name: 'typescript',
    tools: 'npm',
    packages: [],
    isPresent: () => true,
    build: (folder) => [process.execPath, installPackage(folder)],
  },
  createOlderNodeLibrary(20),
  createOlderNodeLibrary(22),
  {
    name: 'python',
    tools: 'Python with the package cryptography',
    packages: ['python3', 'python3-cryptography'],
    isPresent: () => findPython() !== undefined,
    build: () => [findPython() ?? '', join(sdkFolder, 'python', 'answer.py')],
  },
  {
    name: 'c',
    tools: 'a C compiler with libsodium',
    packages: ['gcc', 'libc6-dev', 'libsodium-dev'],
    isPresent: hasSodium,
    build(folder) {
      const [program, example] = [join(folder, 'answer-c'), join(folder, 'example-c')];
      run(
        'cc',
        [
          ...strictOptions,
          ...(hasSanitizers() ? sanitizerOptions : []),
          'basics_licence.c',
          'basics_facts.c',
          'answer.c',
          '-lsodium',
          '-o',
          program,
        ],
        join(sdkFolder, 'c'),
      );
      run(
        'cc',
        [...strictOptions, 'basics_licence.c', 'basics_facts.c', 'example.c', '-lsodium', '-o', example],
        join(sdkFolder, 'c'),
      );
      const facts = join(folder, 'print-facts-c');
      run(
        'cc',
        [...strictOptions, 'basics_licence.c', 'basics_facts.c', 'print-facts.c', '-lsodium', '-o', facts],
        join(sdkFolder, 'c'),
      );
      return [program];
    },
  },
  {
    name: 'go',
    tools: 'Go',
    packages: ['golang-go'],
    isPresent: () => hasSucceeded('go', ['version']),
    build(folder) {
      const program = join(folder, 'answer-go');
      const offline = {
        GOCACHE: join(sdkFolder, '..', '.cache', 'go'),
        GOFLAGS: '-buildvcs=false',
        GOPROXY: 'off',
        GOTOOLCHAIN: 'local',
      };
      run('go', ['vet', './...'], join(sdkFolder, 'go'), offline);
      run('go', ['build', '-o', program, './answer'], join(sdkFolder, 'go'), offline);
      return [program];
    },
  },
  {
    name: 'java',
    tools: 'javac',
    packages: ['default-jdk-headless'],
    isPresent: () => hasSucceeded('javac', ['-version']),
    build(folder) {
      const classes = join(folder, 'java');
      run(
        'javac',
        ['-Xlint:all', '-Werror', '--release', '17', '-d', classes, 'Answer.java', 'Example.java'],
        join(sdkFolder, 'java'),
      );
      return ['java', '-cp', classes, 'Answer'];
    },
  },
  {
    name: 'csharp',
    tools: 'mono with mcs and libsodium',
    packages: ['mono-mcs', 'mono-runtime', 'libmono-system-core4.0-cil', 'gcc', 'libc6-dev', 'libsodium-dev'],
    isPresent: () => hasSucceeded('mcs', ['--version']) && hasSucceeded('mono', ['--version']) && hasSodium(),
    build(folder) {
      const [library, program] = [join(folder, 'libbasics_licence.so'), join(folder, 'answer.exe')];
      run(
        'cc',
        [...strictOptions, '-shared', '-fPIC', 'basics_licence.c', 'basics_facts.c', '-lsodium', '-o', library],
        join(sdkFolder, 'c'),
      );
      run(
        'mcs',
        ['-warnaserror', `-out:${program}`, 'Native.cs', 'Licences.cs', 'Answer.cs'],
        join(sdkFolder, 'csharp'),
      );
      const example = join(folder, 'example.exe');
      run(
        'mcs',
        ['-warnaserror', `-out:${example}`, 'Native.cs', 'Licences.cs', 'Example.cs'],
        join(sdkFolder, 'csharp'),
      );
      return ['mono', program];
    },
  },
];
