// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  compileCsharp,
  cSources,
  installC,
  packGo,
  packJava,
  packNpm,
  packPython,
  quickJava,
  quickJavac,
  readVersion,
  run,
  sdkFolder,
} from './packages.mjs';

/**
 * A client library: the tools that it needs, the Debian packages with these tools, whether the tools are present, and a function that builds
 * its test program in a folder; a thorough C program is compiled so that it ends at the first wrong access to memory. A library that has `isDownloaded` downloads its tools. `example` returns the example that was built too, which
 * calls a portal; `offlineExamples` returns the examples that use files only, if these are others.
 * @typedef {{ name: string, tools: string, packages: string[], isPresent: () => boolean, isDownloaded?: true, build: (folder: string, options?: { isThorough?: boolean }) => Program, example?: (folder: string) => Program, offlineExamples?: (folder: string) => Program[] }} Library
 * @typedef {import('./conformance.mjs').Program} Program
 */

/** @param {string} file @param {string[]} args */
const hasSucceeded = (file, args) => spawnSync(file, args, { stdio: 'ignore' }).status === 0;

/** Finds the first Python on this machine that has the package `cryptography`. Its own path saves the script that selects one, as of pyenv. */
const findPython = () =>
  ['python3', '/usr/bin/python3']
    .map((python) => spawnSync(python, ['-c', 'import sys, cryptography; print(sys.executable)'], { encoding: 'utf8' }))
    .find(({ status }) => status === 0)
    ?.stdout.trim();

/**
 * Returns a program that uses the wheel in a folder. Python imports from a wheel without installing it. Without the packages that build a
 * wheel, the program uses the source.
 * @param {string} folder @param {string} name @returns {Program}
 */
function createPythonProgram(folder, name) {
  const wheel =
    existsSync(join(folder, 'python')) && readdirSync(join(folder, 'python')).find((file) => file.endsWith('.whl'));
  if (!wheel) return [findPython() ?? '', join(sdkFolder, 'python', name)];
  const program = join(folder, name);
  copyFileSync(join(sdkFolder, 'python', name), program);
  return ['env', `PYTHONPATH=${join(folder, 'python', wheel)}`, findPython() ?? '', program];
}

const warnings = ['-pedantic', '-Wall', '-Wextra', '-Wshadow', '-Wconversion', '-Werror'];
const strictOptions = ['-std=c99', ...warnings, '-O2'];
/** The options with which a C program ends at the first wrong access to memory, if this machine has the libraries for it. */
const sanitizerOptions = ['-O1', '-fsanitize=address,undefined', '-fno-sanitize-recover'];
const hasSanitizers = () =>
  spawnSync('cc', [...sanitizerOptions, '-x', 'c', '-', '-o', '/dev/null'], { input: 'int main(void) { return 0; }' })
    .status === 0;
const hasCTools = () =>
  hasSucceeded('cc', ['-E', '-include', 'sodium.h', '-x', 'c', '/dev/null']) && hasSucceeded('cmake', ['--version']);

/** Compiles the C sources as C++, and the example in C++ with the installed library. @param {string} folder @param {string} prefix */
function compileCpp(folder, prefix) {
  const [options, cFolder] = [['-std=c++17', ...warnings], join(sdkFolder, 'c')];
  for (const name of cSources) run('c++', ['-x', 'c++', ...options, '-fsyntax-only', name], cFolder);
  const installed = [`-I${join(prefix, 'include')}`, join(prefix, 'lib', 'libbasics_licence.a'), '-lsodium'];
  run('c++', [...options, 'example.cpp', ...installed, '-o', join(folder, 'example-cpp')], cFolder);
}

/** Packs and installs the npm package as a customer would, and returns the test program that uses it. @param {string} folder */
function installPackage(folder) {
  const project = join(folder, 'typescript');
  const program = join(project, 'answer.mjs');
  if (existsSync(program)) return program;
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{}');
  packNpm(project);
  const packedFiles = readdirSync(project).filter((name) => name.endsWith('.tgz'));
  run('npm', ['install', '--no-audit', '--no-fund', ...packedFiles.map((name) => `./${name}`)], project);
  for (const name of ['answer.mjs', 'example.mjs'])
    copyFileSync(join(sdkFolder, 'typescript', name), join(project, name));
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

/** Returns the command that runs the example in Java, with the jar of the library. @param {string} folder @returns {Program} */
function createJavaExample(folder) {
  const jar = join(folder, 'maven', 'basics', 'basics-licence', readVersion(), `basics-licence-${readVersion()}.jar`);
  const modules = ['--module-path', jar, '--add-modules', 'basics.licence'];
  return ['java', ...quickJava, ...modules, '-cp', join(folder, 'example.jar'), 'Example'];
}

/** @type {readonly Library[]} */
export const libraries = [
  {
    name: 'typescript',
    tools: 'npm',
    packages: [],
    isPresent: () => true,
    build: (folder) => [process.execPath, installPackage(folder)],
    example: (folder) => [process.execPath, join(folder, 'typescript', 'example.mjs')],
  },
  createOlderNodeLibrary(20),
  createOlderNodeLibrary(22),
  {
    name: 'python',
    tools: 'Python with the package cryptography',
    packages: ['python3', 'python3-cryptography', 'python3-setuptools', 'python3-wheel'],
    isPresent: () => findPython() !== undefined,
    build(folder) {
      const python = findPython() ?? '';
      if (hasSucceeded(python, ['-c', 'import setuptools, wheel'])) packPython(python, join(folder, 'python'), 'wheel');
      return createPythonProgram(folder, 'answer.py');
    },
    example: (folder) => createPythonProgram(folder, 'example.py'),
  },
  {
    name: 'c',
    tools: 'a C compiler with CMake and libsodium',
    packages: ['gcc', 'g++', 'libc6-dev', 'libsodium-dev', 'libcurl4-openssl-dev', 'cmake', 'make', 'pkg-config'],
    isPresent: () => hasCTools() && hasSucceeded('cc', ['-E', '-include', 'curl/curl.h', '-x', 'c', '/dev/null']),
    build(folder, { isThorough = false } = {}) {
      const [program, cFolder] = [join(folder, 'answer-c'), join(sdkFolder, 'c')];
      const prefix = installC(folder);
      if (isThorough) {
        const sanitizers = hasSanitizers() ? sanitizerOptions : [];
        run('cc', [...strictOptions, ...sanitizers, ...cSources, 'answer.c', '-lsodium', '-o', program], cFolder);
      } else {
        for (const name of cSources) run('cc', [...strictOptions, '-fsyntax-only', name], cFolder);
        const library = join(prefix, 'lib', 'libbasics_licence.a');
        run('cc', [...strictOptions, 'answer.c', library, '-lsodium', '-o', program], cFolder);
      }
      for (const [name, other] of [['example', ''], ['print-facts', ''], ['example-curl', '-lcurl']])
        run('sh', [
          '-c',
          `cc ${strictOptions.join(' ')} ${name}.c $(pkg-config --static --cflags --libs basics_licence) ${other} -o ${folder}/${name}-c`,
        ], cFolder, { PKG_CONFIG_PATH: join(prefix, 'lib', 'pkgconfig') }); // oxfmt-ignore
      if (hasSucceeded('c++', ['--version'])) compileCpp(folder, prefix);
      return [program];
    },
    example: (folder) => ['env', `LD_LIBRARY_PATH=${join(folder, 'c', 'lib')}`, join(folder, 'example-curl-c')],
    offlineExamples: (folder) => [
      ['env', `LD_LIBRARY_PATH=${join(folder, 'c', 'lib')}`, join(folder, 'example-c')],
      ...(existsSync(join(folder, 'example-cpp')) ? [/** @type {Program} */ ([join(folder, 'example-cpp')])] : []),
    ],
  },
  {
    name: 'go',
    tools: 'Go',
    packages: ['golang-go'],
    isPresent: () => hasSucceeded('go', ['version']),
    build(folder) {
      const [proxy, project] = [join(folder, 'go-proxy'), join(folder, 'go')];
      const cached = { GOCACHE: join(sdkFolder, '..', '.cache', 'go'), GOTOOLCHAIN: 'local', GOSUMDB: 'off' };
      run('go', ['test', './...'], join(sdkFolder, 'go'), { ...cached, GOFLAGS: '-buildvcs=false', GOPROXY: 'off' });
      packGo(proxy);
      for (const name of ['answer', 'example'])
        cpSync(join(sdkFolder, 'go', name), join(project, name), { recursive: true });
      const [, module = ''] = /^module (.*)$/m.exec(readFileSync(join(sdkFolder, 'go', 'go.mod'), 'utf8')) ?? [];
      writeFileSync(join(project, 'go.mod'), `module tool\n\ngo 1.19\n\nrequire ${module} v${readVersion()}\n`);
      const downloaded = { GOPROXY: `file://${proxy}`, GOMODCACHE: join(folder, 'go-modules') };
      const env = { ...cached, ...downloaded, GOFLAGS: '-buildvcs=false -mod=mod -modcacherw' };
      for (const name of ['answer', 'example'])
        run('go', ['build', '-o', join(folder, `${name}-go`), `./${name}`], project, env);
      return [join(folder, 'answer-go')];
    },
    example: (folder) => [join(folder, 'example-go')],
  },
  {
    name: 'java',
    tools: 'javac',
    packages: ['default-jdk-headless'],
    isPresent: () => hasSucceeded('javac', ['-version']),
    build(folder) {
      const [jar, project] = [packJava(join(folder, 'maven')), join(folder, 'java')];
      const sources = ['Answer.java', 'Example.java'].map((name) => join(folder, name));
      for (const source of sources) copyFileSync(join(sdkFolder, 'java', basename(source)), source);
      const modules = ['--module-path', jar, '--add-modules', 'basics.licence'];
      run('javac', [...quickJavac, '-Xlint:all', '-Werror', '--release', '17', ...modules, '-d', project, ...sources]);
      const [tool, ...quick] = createJavaExample(folder);
      run('jar', ['--create', '--file', join(folder, 'example.jar'), '-C', project, '.']);
      // The first run stores its loaded classes, which halves the CPU time of all later runs. It activates a PC at a portal that is away.
      const firstRun = [`-XX:ArchiveClassesAtExit=${join(folder, 'example.jsa')}`, `-Duser.home=${project}`];
      const words = [...quick, '00'.repeat(32), 'activate', 'http://127.0.0.1:9'];
      spawnSync(tool, [...firstRun, ...words], { cwd: project, env: { ...process.env, BASICS_HOME: project } });
      return ['java', ...modules, '-cp', project, 'Answer'];
    },
    // The JDK takes the home folder from the list of users and not from HOME.
    example: (folder) => [
      'sh',
      '-c',
      `exec java -XX:SharedArchiveFile=${join(folder, 'example.jsa')} -Duser.home="$HOME" ${createJavaExample(folder).slice(1).join(' ')} "$@"`,
      'sh',
    ],
  },
  {
    name: 'csharp',
    tools: 'mono with mcs, and the tools of the C library',
    packages: [
      'mono-mcs',
      'mono-runtime',
      'libmono-system-core4.0-cil',
      'libmono-system-net-http4.0-cil',
      'gcc',
      'libc6-dev',
      'libsodium-dev',
    ],
    isPresent: () => hasSucceeded('mcs', ['--version']) && hasSucceeded('mono', ['--version']) && hasCTools(),
    build(folder) {
      const program = join(folder, 'answer.exe');
      const prefix = existsSync(join(folder, 'c')) ? join(folder, 'c') : installC(folder);
      copyFileSync(join(prefix, 'lib', 'libbasics_licence.so'), join(folder, 'libbasics_licence.so'));
      const library = compileCsharp(folder);
      for (const main of ['Answer', 'Example'])
        run('mcs', [
          '-warnaserror',
          `-r:${library}`,
          `-out:${join(folder, `${main.toLowerCase()}.exe`)}`,
          join(sdkFolder, 'csharp', `${main}.cs`),
        ]);
      return ['mono', program];
    },
    example: (folder) => ['mono', join(folder, 'example.exe')],
  },
];
