import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A library: the Debian packages that it needs, whether they are present, and how its program is built in a folder.
 *
 * @typedef {{ name: string, packages: string[], isPresent: () => boolean, build: (folder: string) => import('./conformance.mjs').Program }} Library
 */

const here = import.meta.dirname;

/** @param {string} file @param {string[]} args */
const runs = (file, args) => spawnSync(file, args, { stdio: 'ignore' }).status === 0;

/** Throws with the output of a program that fails. @param {string} file @param {string[]} args @param {string} [cwd] @param {Record<string, string>} [env] */
function run(file, args, cwd = here, env = {}) {
  const done = spawnSync(file, args, { cwd, encoding: 'utf8', env: { ...process.env, ...env } });
  if (done.error) throw done.error;
  if (done.status !== 0) throw new Error(`${file} ${args.join(' ')}\n${done.stdout}${done.stderr}`);
}

/** The first Python that has `cryptography`. */
const findPython = () => ['python3', '/usr/bin/python3'].find((python) => runs(python, ['-c', 'import cryptography']));

const strict = ['-std=c99', '-pedantic', '-Wall', '-Wextra', '-Werror', '-O2'];
const hasSodium = () => runs('cc', ['-E', '-include', 'sodium.h', '-x', 'c', '/dev/null']);

/** Packs and installs the npm package as a customer would, and returns the program that uses it. @param {string} folder */
function installPackage(folder) {
  const project = join(folder, 'typescript');
  const program = join(project, 'answer.mjs');
  if (existsSync(program)) return program;
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{}');
  run('npm', ['pack', '--pack-destination', project], join(here, 'typescript'));
  const packed = readdirSync(project).filter((name) => name.endsWith('.tgz'));
  run('npm', ['install', '--no-audit', '--no-fund', ...packed.map((name) => `./${name}`)], project);
  copyFileSync(join(here, 'typescript', 'answer.mjs'), program);
  return program;
}

/** Node.js of another major version, from the package `node` of npm. @param {number} major @returns {Library} */
const olderNode = (major) => ({
  name: `node-${major}`,
  packages: [],
  isPresent: () => true,
  build(folder) {
    run('npm', ['install', '--no-audit', '--no-fund', '--prefix', join(folder, `node-${major}`), `node@${major}`]);
    return [join(folder, `node-${major}`, 'node_modules', '.bin', 'node'), installPackage(folder)];
  },
});

/** @type {readonly Library[]} */
export const libraries = [
  {
    name: 'typescript',
    packages: [],
    isPresent: () => true,
    build: (folder) => [process.execPath, installPackage(folder)],
  },
  olderNode(20),
  olderNode(22),
  {
    name: 'python',
    packages: ['python3', 'python3-cryptography'],
    isPresent: () => findPython() !== undefined,
    build: () => [findPython() ?? '', join(here, 'python', 'answer.py')],
  },
  {
    name: 'c',
    packages: ['gcc', 'libc6-dev', 'libsodium-dev'],
    isPresent: hasSodium,
    build(folder) {
      const [program, example] = [join(folder, 'answer-c'), join(folder, 'example-c')];
      run('cc', [...strict, 'basics_licence.c', 'answer.c', '-lsodium', '-o', program], join(here, 'c'));
      run(
        'cc',
        [...strict, 'basics_licence.c', 'basics_facts.c', 'example.c', '-lsodium', '-o', example],
        join(here, 'c'),
      );
      const facts = join(folder, 'print-facts-c');
      run(
        'cc',
        [...strict, 'basics_licence.c', 'basics_facts.c', 'print-facts.c', '-lsodium', '-o', facts],
        join(here, 'c'),
      );
      return [program];
    },
  },
  {
    name: 'go',
    packages: ['golang-go'],
    isPresent: () => runs('go', ['version']),
    build(folder) {
      const program = join(folder, 'answer-go');
      const offline = {
        GOCACHE: join(folder, 'go-cache'),
        GOFLAGS: '-buildvcs=false',
        GOPROXY: 'off',
        GOTOOLCHAIN: 'local',
      };
      run('go', ['vet', './...'], join(here, 'go'), offline);
      run('go', ['build', '-o', program, './answer'], join(here, 'go'), offline);
      return [program];
    },
  },
  {
    name: 'java',
    packages: ['default-jdk-headless'],
    isPresent: () => runs('javac', ['-version']),
    build(folder) {
      const classes = join(folder, 'java');
      run(
        'javac',
        ['-Xlint:all', '-Werror', '--release', '17', '-d', classes, 'Answer.java', 'Example.java'],
        join(here, 'java'),
      );
      return ['java', '-cp', classes, 'Answer'];
    },
  },
  {
    name: 'csharp',
    packages: ['mono-mcs', 'mono-runtime', 'libmono-system-core4.0-cil', 'gcc', 'libc6-dev', 'libsodium-dev'],
    isPresent: () => runs('mcs', ['--version']) && runs('mono', ['--version']) && hasSodium(),
    build(folder) {
      const [library, program] = [join(folder, 'libbasics_licence.so'), join(folder, 'answer.exe')];
      run('cc', [...strict, '-shared', '-fPIC', 'basics_licence.c', '-lsodium', '-o', library], join(here, 'c'));
      run('mcs', ['-warnaserror', `-out:${program}`, 'Native.cs', 'Licences.cs', 'Answer.cs'], join(here, 'csharp'));
      return ['mono', program];
    },
  },
];
