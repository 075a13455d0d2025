// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from './install-packages.mjs';
import {
  listFiles,
  packC,
  packGo,
  packJava,
  packJavaDocumentation,
  packNpm,
  packNuget,
  packPython,
  readVersion,
  sdkFolder,
} from './packages.mjs';

/**
 * `npm run release:sdks` writes the packages of all libraries to `sdk/dist`, with the changelog, the checksums of all files (`SHA256SUMS`) and a
 * bill of materials in the format CycloneDX. It needs the tools of all libraries, see `test-sdks.mjs`, and Maven, `nuget` and `xbuild`. The NuGet package contains the C library
 * for the platform of this computer, and for Windows if `SODIUM_SOURCE` names the source of libsodium. Then it installs each package into an empty
 * project (`install-packages.mjs`).
 */

const folder = join(sdkFolder, 'dist');
rmSync(folder, { recursive: true, force: true });
/** @param {string} name */
const create = (name) => {
  mkdirSync(join(folder, name), { recursive: true });
  return join(folder, name);
};

packNpm(create('npm'));
const python = ['python3', '/usr/bin/python3'].find(
  (file) => spawnSync(file, ['-c', 'import setuptools, wheel'], { stdio: 'ignore' }).status === 0,
);
if (python === undefined) throw new Error('Python needs the packages setuptools and wheel.');
for (const kind of /** @type {const} */ (['wheel', 'sdist'])) packPython(python, create('pypi'), kind);
packGo(create('go'));
packJava(create('maven'));
packJavaDocumentation(join(folder, 'maven'));
packC(create('c'));
packNuget(create('nuget'));

// What the packages are built from is no part of them.
for (const name of readdirSync(folder, { recursive: true }).map(String))
  if (/(^|\/)build-[\w-]+$/.test(name)) rmSync(join(folder, name), { recursive: true, force: true });
for (const name of readdirSync(join(folder, 'nuget')))
  if (!name.endsWith('.nupkg')) rmSync(join(folder, 'nuget', name));

/** @param {string} file */
const hash = (file) =>
  createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex');
const packages = listFiles(folder).filter((file) => /\.(tgz|whl|tar\.gz|zip|jar|nupkg)$/.test(file));
const licences = [{ license: { id: 'Apache-2.0' } }];
const version = readVersion();
writeFileSync(
  join(folder, 'bom.json'),
  `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: { component: { type: 'library', name: 'basics-licence', version, licenses: licences } },
      components: [
        ...packages.map((file) => ({
          type: 'library',
          name: file,
          version,
          licenses: licences,
          hashes: [{ alg: 'SHA-256', content: hash(file) }],
        })),
        // The npm package contains these two; the other packages need theirs on the computer of the user.
        ...['@noble/ed25519', '@noble/hashes'].map((name) => ({ type: 'library', name, version: readInstalled(name) })),
        { type: 'library', name: 'libsodium', scope: 'required' },
        { type: 'library', name: 'cryptography', scope: 'required' },
      ],
    },
    null,
    2,
  )}\n`,
);
copyFileSync(join(sdkFolder, 'CHANGELOG.md'), join(folder, 'CHANGELOG.md'));
writeFileSync(
  join(folder, 'SHA256SUMS'),
  listFiles(folder)
    .map((file) => `${hash(file)}  ${file}\n`)
    .join(''),
);
process.stdout.write(`${listFiles(folder).join('\n')}\n`);
installPackages(folder, python);

/** @param {string} name @returns {string} */
function readInstalled(name) {
  return JSON.parse(readFileSync(join(sdkFolder, '..', 'node_modules', name, 'package.json'), 'utf8')).version;
}
