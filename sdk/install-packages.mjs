// SPDX-License-Identifier: Apache-2.0
import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { testSigner } from '@basics/licensing/testing/samples.ts';
import { readVerificationCode } from '@basics/licensing/verification-code.ts';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { goModule, readVersion, run, sdkFolder } from './packages.mjs';

/**
 * Installs each package of a release into an empty project, with the command of its ecosystem. There it runs a program that prints the version of the
 * library, and the example of the library, which makes the code of this PC. The packages are only used as files: what they need besides (`cryptography`,
 * libsodium, plugins of Maven) is on this computer, or comes from its registry.
 * @param {string} folder @param {string} python
 */
export function installPackages(folder, python) {
  const projects = mkdtempSync(join(tmpdir(), 'basics-projects-'));
  const version = readVersion();
  for (const [name, install] of Object.entries(installers)) {
    const project = join(projects, name);
    mkdirSync(project);
    const { versions, example } = install({ packages: folder, project, version, python });
    const wrong = versions.find((text) => text.trim() !== version);
    if (wrong !== undefined) throw new Error(`${name} printed ${wrong}, not ${version}`);
    const reading = readVerificationCode(example, nodePrimitives);
    if (!reading.ok) throw new Error(`The example of ${name} printed no code: ${example}`);
    process.stdout.write(`${name}: installed into an empty project, where its example makes the code of this PC\n`);
  }
  rmSync(projects, { recursive: true });
}

/** @typedef {{ packages: string, project: string, version: string, python: string }} Place */

/** @param {string} project @param {Record<string, string>} files */
function writeFiles(project, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  }
}

/** Runs a command of the shell, and returns what it prints. @param {string} command @param {string} cwd @param {Record<string, string>} [env] */
function print(command, cwd, env = {}) {
  const result = spawnSync('sh', ['-ec', command], { cwd, encoding: 'utf8', env: { ...process.env, ...env } });
  if (result.status !== 0) throw new Error(`${command}\n${result.stdout}${result.stderr}`);
  return result.stdout;
}

/** Copies an example into a project. @param {string} project @param {string} source @param {string} [name] */
function copyExample(project, source, name = basename(source)) {
  mkdirSync(dirname(join(project, name)), { recursive: true });
  copyFileSync(join(sdkFolder, source), join(project, name));
}

/** Runs an example, which prints the code of this PC. @param {string} command @param {string} project @param {Record<string, string>} [env] */
const makeCode = (command, project, env) =>
  print(`${command} ${bytesToHex(testSigner.publicKey)} code`, project, { ...env, HOME: project, BASICS_HOME: join(project, 'state'), XDG_DATA_HOME: join(project, 'data') }); // oxfmt-ignore

/** @param {string} folder @param {RegExp} pattern */
const findFile = (folder, pattern) => join(folder, readdirSync(folder).find((name) => pattern.test(name)) ?? '');

/** @param {Place} place @param {RegExp} pattern */
function installPython({ packages, project, python }, pattern) {
  const file = findFile(join(packages, 'pypi'), pattern);
  run(python, ['-m', 'venv', '--system-site-packages', '.venv'], project);
  print(`.venv/bin/pip install --quiet --no-index --no-deps --no-build-isolation ${file}`, project);
  copyExample(project, 'python/example.py');
  const version = print(`.venv/bin/python -c 'import basics_licence; print(basics_licence.__version__)'`, project);
  return { versions: [version], example: makeCode('.venv/bin/python example.py', project) };
}

const pom = (/** @type {string} */ repository, /** @type {string} */ version) => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion><groupId>tool</groupId><artifactId>tool</artifactId><version>1</version>
  <properties><maven.compiler.release>17</maven.compiler.release><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
  <repositories><repository><id>release</id><url>file://${repository}</url></repository></repositories>
  <dependencies><dependency><groupId>basics</groupId><artifactId>basics-licence</artifactId><version>${version}</version></dependency></dependencies>
</project>`; // oxfmt-ignore

/** A project for `xbuild`, with the file $(Main). Debian has no reference assemblies, so the compiler takes those of Mono. */
const csproj = `<Project DefaultTargets="Build" xmlns="http://schemas.microsoft.com/developer/msbuild/2003">
  <PropertyGroup><OutputType>Exe</OutputType><AssemblyName>$(Main)</AssemblyName><NoCompilerStandardLib>false</NoCompilerStandardLib><TargetFrameworkVersion>v4.7.2</TargetFrameworkVersion><OutputPath>bin/</OutputPath><Platform>AnyCPU</Platform></PropertyGroup>
  <ItemGroup><Compile Include="$(Main).cs" /><Reference Include="System" /><Reference Include="BasicsLicence"><HintPath>packages/BasicsLicence/lib/net472/BasicsLicence.dll</HintPath></Reference></ItemGroup>
  <Import Project="packages/BasicsLicence/build/net472/BasicsLicence.targets" />
  <Import Project="$(MSBuildToolsPath)/Microsoft.CSharp.targets" />
</Project>`;

/** Each returns what the programs print. @type {Record<string, (place: Place) => { versions: string[], example: string }>} */
const installers = {
  npm({ packages, project }) {
    writeFiles(project, { 'package.json': '{}' });
    run('npm', ['install', '--no-audit', '--no-fund', findFile(join(packages, 'npm'), /\.tgz$/)], project);
    copyExample(project, 'typescript/example.mjs');
    const versions = [
      print(`node --input-type=module -e "import { version } from 'basics-licence'; console.log(version)"`, project),
      print(`node --input-type=commonjs -e "console.log(require('basics-licence').version)"`, project),
    ];
    return { versions, example: makeCode('node example.mjs', project) };
  },
  wheel: (place) => installPython(place, /\.whl$/),
  sdist: (place) => installPython(place, /\.tar\.gz$/),
  go({ packages, project, version }) {
    const source = `package main\n\nimport (\n\t"fmt"\n\n\tbasics "${goModule}"\n)\n\nfunc main() { fmt.Println(basics.Version) }\n`;
    writeFiles(project, { 'go.mod': 'module tool\n\ngo 1.19\n', 'main.go': source });
    const env = { GOPROXY: `file://${join(packages, 'go')}`, GONOSUMDB: '*', GOFLAGS: '-modcacherw', GOTOOLCHAIN: 'local', GOMODCACHE: join(project, 'modules') }; // oxfmt-ignore
    copyExample(project, 'go/example/main.go', 'example/main.go');
    const versions = [print(`go get ${goModule}@v${version} && go run . && go build -o tool ./example`, project, env)];
    return { versions, example: makeCode('./tool', project) };
  },
  maven({ packages, project, version }) {
    const source =
      'class Tool { public static void main(String[] words) { System.out.println(basics.Basics.VERSION); } }\n';
    writeFiles(project, { 'pom.xml': pom(join(packages, 'maven'), version), 'src/main/java/Tool.java': source });
    // The repository of this user may have an earlier build of the same version.
    const local = join(homedir(), '.m2', 'repository', 'basics', 'basics-licence');
    rmSync(local, { recursive: true, force: true });
    copyExample(project, 'java/Example.java', 'src/main/java/Example.java');
    print('mvn --quiet --batch-mode org.apache.maven.plugins:maven-compiler-plugin:3.14.0:compile', project);
    const java = `java -Duser.home=. -cp target/classes:${local}/${version}/basics-licence-${version}.jar`;
    const [output, example] = [print(`${java} Tool`, project), makeCode(`${java} Example`, project)];
    rmSync(local, { recursive: true });
    return { versions: [output], example };
  },
  nuget({ packages, project }) {
    const source = 'class Tool { static void Main() { System.Console.WriteLine(BasicsLicence.Licences.Fingerprint(new BasicsLicence.Facts(), null).Length == 16 ? BasicsLicence.Licences.Version : "wrong"); } }'; // oxfmt-ignore
    writeFiles(project, { 'Tool.csproj': csproj, 'Tool.cs': source });
    copyExample(project, 'csharp/Example.cs');
    // The home folder is another one, because the client stores what it has installed there.
    print(`nuget install BasicsLicence -ExcludeVersion -Source ${join(packages, 'nuget')} -OutputDirectory packages`, project, { HOME: project }); // oxfmt-ignore
    for (const main of ['Tool', 'Example'])
      print(`xbuild /verbosity:quiet /nologo /p:Main=${main} Tool.csproj`, project);
    return { versions: [print('mono bin/Tool.exe', project)], example: makeCode('mono bin/Example.exe', project) };
  },
  c({ packages, project }) {
    const source = '#include <stdio.h>\n#include <basics_licence.h>\nint main(void) { return basics_init() ? puts(BASICS_VERSION) < 0 : 1; }\n'; // oxfmt-ignore
    const cmake = 'cmake_minimum_required(VERSION 3.16)\nproject(tool C)\nfind_package(basics_licence 3 REQUIRED)\nadd_executable(tool tool.c)\ntarget_link_libraries(tool basics::licence)\nadd_executable(example source/example.c)\ntarget_link_libraries(example basics::licence_static)\n'; // oxfmt-ignore
    writeFiles(project, { 'tool.c': source, 'CMakeLists.txt': cmake });
    print(`unzip -q ${findFile(join(packages, 'c'), /\.zip$/)} && mv basics_licence-* source`, project);
    print('cmake -S source -B library -DCMAKE_INSTALL_PREFIX=$PWD/prefix -DCMAKE_INSTALL_LIBDIR=lib && cmake --build library && cmake --install library', project); // oxfmt-ignore
    print('cmake -S . -B build -DCMAKE_PREFIX_PATH=$PWD/prefix && cmake --build build', project);
    const paths = { PKG_CONFIG_PATH: join(project, 'prefix', 'lib', 'pkgconfig') };
    print('cc tool.c $(pkg-config --static --cflags --libs basics_licence) -o tool', project, paths);
    const versions = [print('build/tool', project), print('./tool', project, { LD_LIBRARY_PATH: join(project, 'prefix', 'lib') })]; // oxfmt-ignore
    return { versions, example: makeCode('build/example', project) };
  },
};
