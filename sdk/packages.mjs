// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { createZip } from './zip.mjs';

/** The packages of the libraries, which `libraries.mjs` tests and `release.mjs` releases. Each function writes a package into a folder. */

export const sdkFolder = import.meta.dirname;
const licence = join(sdkFolder, '..', 'LICENSE');

/** @returns {string} */
export const readVersion = () =>
  JSON.parse(readFileSync(join(sdkFolder, 'typescript', 'package.json'), 'utf8')).version;

/**
 * Runs a program. If the program fails, throws an error with the output of the program.
 * @param {string} file @param {readonly string[]} args @param {string} [cwd] @param {Record<string, string>} [env]
 */
export function run(file, args, cwd = sdkFolder, env = {}) {
  const result = spawnSync(file, args, { cwd, encoding: 'utf8', env: { ...process.env, ...env } });
  if (result.error) throw result.error;
  if (result.status !== 0) throw new Error(`${file} ${args.join(' ')}\n${result.stdout}${result.stderr}`);
}

/** Packs the npm package. @param {string} folder */
export function packNpm(folder) {
  run('npm', ['pack', '--pack-destination', folder], join(sdkFolder, 'typescript'));
}

/** Builds the wheel, or the archive of the source, of the Python package. @param {string} python @param {string} folder @param {'wheel' | 'sdist'} kind */
export function packPython(python, folder, kind) {
  const project = join(folder, 'build-python');
  cpSync(join(sdkFolder, 'python'), project, { recursive: true, filter: (file) => !file.endsWith('__pycache__') });
  copyFileSync(licence, join(project, 'LICENSE'));
  run(python, ['-c', `from setuptools.build_meta import build_${kind}; build_${kind}('../')`], project);
}

/** The sources of the C library. */
export const cSources = ['basics_licence.c', 'basics_desktop.c', 'basics_facts.c', 'basics_texts.c'];

export const goModule = 'portal.example/basicslicence/v3';

/** Writes the Go module as a module proxy serves it (https://go.dev/ref/mod#goproxy-protocol). @param {string} folder */
export function packGo(folder) {
  const version = `v${readVersion()}`;
  const proxy = join(folder, goModule, '@v');
  mkdirSync(proxy, { recursive: true });
  const names = readdirSync(join(sdkFolder, 'go')).filter((name) => /^go\.mod$|\.go$|\.md$/.test(name));
  const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(sdkFolder, 'go', name))]));
  const entries = Object.entries({ ...files, LICENSE: readFileSync(licence) });
  writeFileSync(join(proxy, 'list'), `${version}\n`);
  writeFileSync(join(proxy, `${version}.info`), JSON.stringify({ Version: version }));
  copyFileSync(join(sdkFolder, 'go', 'go.mod'), join(proxy, `${version}.mod`));
  const zip = createZip(entries.map(([name, bytes]) => [`${goModule}@${version}/${name}`, bytes]));
  writeFileSync(join(proxy, `${version}.zip`), zip);
}

/** The options with which the short programs of a JDK take half of the CPU time: only the first compiler, and one thread that collects garbage. */
export const quickJava = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
export const quickJavac = quickJava.map((option) => `-J${option}`);

/** Writes the jar of the Java library, in a folder as a Maven repository has it, and returns the path of the jar. @param {string} folder */
export function packJava(folder) {
  const version = readVersion();
  const [target, classes] = [join(folder, 'basics', 'basics-licence', version), join(folder, 'build-java')];
  mkdirSync(target, { recursive: true });
  const sources = globSync('{basics/*,module-info}.java', { cwd: join(sdkFolder, 'java') });
  const options = [...quickJavac, '-Xlint:all', '-Werror', '--release', '17'];
  run('javac', [...options, '-d', classes, ...sources], join(sdkFolder, 'java'));
  mkdirSync(join(classes, 'META-INF'));
  copyFileSync(licence, join(classes, 'META-INF', 'LICENSE'));
  const jar = join(target, `basics-licence-${version}.jar`);
  run('jar', ['--create', '--file', jar, '--module-version', version, '-C', classes, '.']);
  const pom = readFileSync(join(sdkFolder, 'java', 'pom.xml'), 'utf8').replace(
    '<version>0</version>',
    `<version>${version}</version>`,
  );
  writeFileSync(join(target, `basics-licence-${version}.pom`), pom);
  return jar;
}

/** Adds the jars with the sources and the documentation to the folder of `packJava`. @param {string} folder */
export function packJavaDocumentation(folder) {
  const [java, docs] = [join(sdkFolder, 'java'), join(folder, 'build-javadoc')];
  const base = join(folder, 'basics', 'basics-licence', readVersion(), `basics-licence-${readVersion()}`);
  const sources = globSync('{basics/*,module-info}.java', { cwd: java });
  run('javadoc', ['-quiet', '-Xdoclint:all,-missing', '-Werror', '-d', docs, ...sources], java);
  run('jar', ['--create', '--file', `${base}-javadoc.jar`, '-C', docs, '.']);
  run('jar', ['--create', '--file', `${base}-sources.jar`, ...sources], java);
}

/** Builds the C library with CMake, and installs it into a folder for the programs that use it. Returns that folder. @param {string} folder */
export function installC(folder) {
  const [buildFolder, prefix] = [join(folder, 'build-c'), join(folder, 'c')];
  const options = [
    `-DCMAKE_INSTALL_PREFIX=${prefix}`,
    '-DCMAKE_INSTALL_LIBDIR=lib',
    '-DCMAKE_COMPILE_WARNING_AS_ERROR=ON',
  ];
  run('cmake', ['-S', join(sdkFolder, 'c'), '-B', buildFolder, ...options]);
  run('cmake', ['--build', buildFolder]);
  run('cmake', ['--install', buildFolder]);
  return prefix;
}

/** Compiles the C# library. Returns the path of the assembly. @param {string} folder */
export function compileCsharp(folder) {
  const assembly = join(folder, 'BasicsLicence.dll');
  const sources = ['Native.cs', 'Licences.cs', 'Portal.cs', 'Texts.cs'];
  const options = [
    '-warnaserror',
    '-target:library',
    '-r:System.Net.Http',
    `-doc:${join(folder, 'BasicsLicence.xml')}`,
  ];
  run('mcs', [...options, '-nowarn:1591', `-out:${assembly}`, ...sources], join(sdkFolder, 'csharp'));
  return assembly;
}

/** @param {string} path @param {string} file @returns {[path: string, file: string]} */
const pair = (path, file) => [path, file];

/** The platforms for which the C library is compiled besides this computer: its path in the package, the compiler, and what it links. */
const otherPlatforms = [
  { path: 'win-x64/native/basics_licence.dll', tools: 'x86_64-w64-mingw32', libraries: ['-ladvapi32', '-liphlpapi', '-static-libgcc'] },
  { path: 'linux-arm64/native/libbasics_licence.so', tools: 'aarch64-linux-gnu', libraries: ['-fPIC'] },
]; // oxfmt-ignore

/**
 * Compiles the C library with libsodium inside for the NuGet package: for this computer, and for each other platform whose compiler is installed if the
 * variable `SODIUM_SOURCE` names the folder of the source of libsodium (`apt-get source libsodium`). Returns the files by their paths in the package.
 * @param {string} folder @returns {[path: string, file: string][]}
 */
function buildNativeLibraries(folder) {
  const hidden = '-Wl,--exclude-libs,ALL';
  const options = ['-std=c99', '-O2', '-shared', '-s', ...cSources, hidden];
  const own = join(folder, 'libbasics_licence.so');
  run('cc', [...options, '-fPIC', '-l:libsodium.a', '-o', own], join(sdkFolder, 'c'));
  const sodium = process.env['SODIUM_SOURCE'];
  const others = otherPlatforms.filter(
    ({ tools }) => sodium !== undefined && spawnSync(`${tools}-gcc`, ['--version'], { stdio: 'ignore' }).status === 0,
  );
  return [
    pair(`runtimes/linux-${process.arch}/native/libbasics_licence.so`, own),
    ...others.map(({ path, tools, libraries }) => {
      const archive = buildSodium(String(sodium), folder, tools);
      // A DLL contains the name with which it was linked.
      const file = join(folder, `build-${tools}`, basename(path));
      const include = `-I${join(String(sodium), 'src', 'libsodium', 'include')}`;
      run(`${tools}-gcc`, [...options, '-DSODIUM_STATIC', include, archive, ...libraries, '-o', file], join(sdkFolder, 'c')); // oxfmt-ignore
      return pair(`runtimes/${path}`, file);
    }),
  ];
}

/**
 * Compiles libsodium for another platform, without its `configure`, which needs a computer with the tools of GNU. Returns the archive.
 * @param {string} source @param {string} folder @param {string} tools
 */
function buildSodium(source, folder, tools) {
  const [root, objects] = [join(source, 'src', 'libsodium'), join(folder, `build-${tools}`)];
  mkdirSync(objects, { recursive: true });
  const header = join(root, 'include', 'sodium', 'version.h');
  const values = { VERSION: '1', SODIUM_LIBRARY_VERSION_MAJOR: '1', SODIUM_LIBRARY_VERSION_MINOR: '0' };
  const template = readFileSync(`${header}.in`, 'utf8');
  writeFileSync(header, template.replaceAll(/@(\w+)@/g, (_, name) => Object(values)[name] ?? ''));
  const files = globSync('**/*.c', { cwd: root }).map((name) => join(root, name));
  const options = ['-O2', '-w', '-fPIC', '-DCONFIGURED=1', '-DSODIUM_STATIC', '-D_GNU_SOURCE', `-I${root}/include`, `-I${root}/include/sodium`];
  // Two files of different folders have the same name, so each is compiled to an object with its own number.
  for (const [at, file] of files.entries())
    run(`${tools}-gcc`, [...options, '-c', file, '-o', join(objects, `${at}.o`)]);
  const archive = join(folder, `libsodium-${tools}.a`);
  run('sh', ['-c', `${tools}-ar rcs '${archive}' '${objects}'/*.o`]);
  return archive;
} // oxfmt-ignore

/** @type {(file: [string, string]) => [string, Uint8Array]} */
const readEntry = ([path, file]) => [path, readFileSync(file)];

/** Writes the NuGet package with the assembly and the C library. @param {string} folder */
export function packNuget(folder) {
  const version = readVersion();
  const csharp = join(sdkFolder, 'csharp');
  const nuspec = readFileSync(join(csharp, 'BasicsLicence.nuspec'), 'utf8').replace(
    '<version>0</version>',
    `<version>${version}</version>`,
  );
  const assembly = compileCsharp(folder);
  /** @type {[string, string][]} */
  const files = [
    ['README.md', join(csharp, 'README.md')],
    ['LICENSE', licence],
    ['lib/net472/BasicsLicence.dll', assembly],
    ['lib/net472/BasicsLicence.xml', join(folder, 'BasicsLicence.xml')],
    ['build/net472/BasicsLicence.targets', join(csharp, 'BasicsLicence.targets')],
    ...buildNativeLibraries(folder),
    ['[Content_Types].xml', join(csharp, 'content-types.xml')],
    ['_rels/.rels', join(csharp, 'relationships.xml')],
  ];
  const entries = [/** @type {const} */ (['BasicsLicence.nuspec', nuspec]), ...files.map((each) => readEntry(each))];
  writeFileSync(join(folder, `BasicsLicence.${version}.nupkg`), createZip(entries));
}

/** Writes the source of the C library as an archive. @param {string} folder */
export function packC(folder) {
  const name = `basics_licence-${readVersion()}`;
  const names = readdirSync(join(sdkFolder, 'c')).filter((file) => !file.startsWith('answer'));
  const entries = names.map(
    (file) => /** @type {const} */ ([`${name}/${file}`, readFileSync(join(sdkFolder, 'c', file))]),
  );
  writeFileSync(join(folder, `${name}.zip`), createZip([...entries, [`${name}/LICENSE`, readFileSync(licence)]]));
}

/** Lists the files below a folder, with `/` in their paths, in alphabetical order. @param {string} folder */
export const listFiles = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .toSorted();
