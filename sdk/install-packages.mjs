// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { goModule, readVersion, run } from './packages.mjs';

/**
 * Installs each package of a release into an empty project, with the command of its ecosystem, and runs a program that prints the version of the
 * library. The packages are only used as files: what they need besides (`cryptography`, libsodium, plugins of Maven) is on this computer, or
 * comes from its registry. There is no client of NuGet for Mono on Debian, so the NuGet package is unpacked and used by `xbuild`.
 * @param {string} folder @param {string} python
 */
export function installPackages(folder, python) {
  const projects = mkdtempSync(join(tmpdir(), 'basics-projects-'));
  const version = readVersion();
  for (const [name, install] of Object.entries(installers)) {
    const project = join(projects, name);
    mkdirSync(project);
    const output = install({ packages: folder, project, version, python });
    if (output.trim() !== version) throw new Error(`${name} printed ${output}, not ${version}`);
    process.stdout.write(`${name}: installed into an empty project\n`);
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

/** @param {string} folder @param {RegExp} pattern */
const findFile = (folder, pattern) => join(folder, readdirSync(folder).find((name) => pattern.test(name)) ?? '');

/** @param {Place} place @param {RegExp} pattern */
function installPython({ packages, project, python }, pattern) {
  const file = findFile(join(packages, 'pypi'), pattern);
  run(python, ['-m', 'venv', '--system-site-packages', '.venv'], project);
  print(`.venv/bin/pip install --quiet --no-index --no-deps --no-build-isolation ${file}`, project);
  return print(`.venv/bin/python -c 'import basics_licence; print(basics_licence.__version__)'`, project);
}

const pom = (/** @type {string} */ repository, /** @type {string} */ version) => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion><groupId>tool</groupId><artifactId>tool</artifactId><version>1</version>
  <properties><maven.compiler.release>17</maven.compiler.release><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>
  <repositories><repository><id>release</id><url>file://${repository}</url></repository></repositories>
  <dependencies><dependency><groupId>basics</groupId><artifactId>basics-licence</artifactId><version>${version}</version></dependency></dependencies>
</project>`; // prettier-ignore

const csproj = `<Project DefaultTargets="Build" xmlns="http://schemas.microsoft.com/developer/msbuild/2003">
  <PropertyGroup><OutputType>Exe</OutputType><AssemblyName>Tool</AssemblyName><TargetFrameworkVersion>v4.7.2</TargetFrameworkVersion><OutputPath>bin/</OutputPath><Platform>AnyCPU</Platform></PropertyGroup>
  <ItemGroup><Compile Include="Tool.cs" /><Reference Include="BasicsLicence"><HintPath>package/lib/net472/BasicsLicence.dll</HintPath></Reference></ItemGroup>
  <Import Project="package/build/net472/BasicsLicence.targets" />
  <Import Project="$(MSBuildToolsPath)/Microsoft.CSharp.targets" />
</Project>`;

/** @type {Record<string, (place: Place) => string>} */
const installers = {
  npm({ packages, project }) {
    writeFiles(project, { 'package.json': '{}' });
    run('npm', ['install', '--no-audit', '--no-fund', findFile(join(packages, 'npm'), /\.tgz$/)], project);
    const [imported, required] = [
      print(`node --input-type=module -e "import { version } from 'basics-licence'; console.log(version)"`, project),
      print(`node --input-type=commonjs -e "console.log(require('basics-licence').version)"`, project),
    ];
    return imported === required ? imported : `${imported}${required}`;
  },
  wheel: (place) => installPython(place, /\.whl$/),
  sdist: (place) => installPython(place, /\.tar\.gz$/),
  go({ packages, project, version }) {
    const source = `package main\n\nimport (\n\t"fmt"\n\n\tbasics "${goModule}"\n)\n\nfunc main() { fmt.Println(basics.Version) }\n`;
    writeFiles(project, { 'go.mod': 'module tool\n\ngo 1.19\n', 'main.go': source });
    const env = { GOPROXY: `file://${join(packages, 'go')}`, GONOSUMDB: '*', GOFLAGS: '-modcacherw', GOTOOLCHAIN: 'local', GOMODCACHE: join(project, 'modules') }; // prettier-ignore
    return print(`go get ${goModule}@v${version} && go run .`, project, env);
  },
  maven({ packages, project, version }) {
    const source =
      'class Tool { public static void main(String[] words) { System.out.println(basics.Basics.VERSION); } }\n';
    writeFiles(project, { 'pom.xml': pom(join(packages, 'maven'), version), 'src/main/java/Tool.java': source });
    // The repository of this user may have an earlier build of the same version.
    const local = join(homedir(), '.m2', 'repository', 'basics', 'basics-licence');
    rmSync(local, { recursive: true, force: true });
    print('mvn --quiet --batch-mode org.apache.maven.plugins:maven-compiler-plugin:3.14.0:compile', project);
    const output = print(`java -cp target/classes:${local}/${version}/basics-licence-${version}.jar Tool`, project);
    rmSync(local, { recursive: true });
    return output;
  },
  nuget({ packages, project }) {
    const source = 'class Tool { static void Main() { System.Console.WriteLine(BasicsLicence.Licences.Fingerprint(new BasicsLicence.Facts(), null).Length == 16 ? BasicsLicence.Licences.Version : "wrong"); } }'; // prettier-ignore
    writeFiles(project, { 'Tool.csproj': csproj, 'Tool.cs': source });
    print(`unzip -q ${findFile(join(packages, 'nuget'), /\.nupkg$/)} -d package && xbuild /verbosity:quiet /nologo Tool.csproj`, project); // prettier-ignore
    return print('mono bin/Tool.exe', project);
  },
  c({ packages, project }) {
    const source = '#include <stdio.h>\n#include <basics_licence.h>\nint main(void) { return basics_init() ? puts(BASICS_VERSION) < 0 : 1; }\n'; // prettier-ignore
    const cmake = 'cmake_minimum_required(VERSION 3.16)\nproject(tool C)\nfind_package(basics_licence 3 REQUIRED)\nadd_executable(tool tool.c)\ntarget_link_libraries(tool basics::licence)\n'; // prettier-ignore
    writeFiles(project, { 'tool.c': source, 'CMakeLists.txt': cmake });
    print(`unzip -q ${findFile(join(packages, 'c'), /\.zip$/)} && mv basics_licence-* source`, project);
    print('cmake -S source -B library -DCMAKE_INSTALL_PREFIX=$PWD/prefix -DCMAKE_INSTALL_LIBDIR=lib && cmake --build library && cmake --install library', project); // prettier-ignore
    print('cmake -S . -B build -DCMAKE_PREFIX_PATH=$PWD/prefix && cmake --build build', project);
    const paths = { PKG_CONFIG_PATH: join(project, 'prefix', 'lib', 'pkgconfig') };
    print('cc tool.c $(pkg-config --static --cflags --libs basics_licence) -o tool', project, paths);
    const [shared, fixed] = [print('build/tool', project), print('./tool', project, { LD_LIBRARY_PATH: join(project, 'prefix', 'lib') })]; // prettier-ignore
    return shared === fixed ? shared : `${shared}${fixed}`;
  },
};
