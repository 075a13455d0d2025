import { execFileSync } from 'node:child_process';
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseBillOfMaterials, runNpm } from './audit-dependencies.mjs';
import { readCommit } from './commit.mjs';
import { ensureInstalled } from './installed.mjs';
import { ensureBuilt } from './portal-build.mjs';
import { root } from './root.mjs';
import { memorySettings } from './run-server.mjs';
import { CommandFailure, runCommandLine, say } from './say.mjs';
import { bundleServer } from './server-build.mjs';

/** The maximum size of all unpacked files, in bytes. */
const maxUnpackedBytes = 40 * 2 ** 20;

/**
 * Writes one archive with everything except Node.js 24 that an installation on this platform needs, and the checksum of the archive. Two
 * runs on the same commit write the same bytes. docs/operating.md describes how to install the release.
 * @param {string} targetFolder the folder of the archive
 * @param {number} seconds the modification time of all files, in seconds since 1970; browsers compare it, so each version has another time
 */
export async function createRelease(targetFolder, seconds) {
  await ensureInstalled();
  await ensureBuilt();
  const { version: number } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const commit = readCommit();
  const version = commit === '' ? number : `${number}+${commit}`;
  // A name with `+` would have to be encoded in a web address, and is no valid tag of an image.
  const name = `basics-portal-${version.replace('+', '-')}-${process.platform}-${process.arch}`;
  const folder = path.join(targetFolder, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copyFiles(folder, version);
  writeBillOfMaterials(folder, seconds);
  const unpackedBytes = writeChecksums(folder);
  if (unpackedBytes > maxUnpackedBytes)
    throw new CommandFailure(
      `The release has ${formatSize(unpackedBytes)} unpacked; at most ${formatSize(maxUnpackedBytes)} are allowed.`,
    );
  const archive = pack(targetFolder, name, seconds);
  rmSync(folder, { recursive: true });
  return { archive, version, unpacked: unpackedBytes };
}

/**
 * Copies the files of the release. The server finds the pages at the same relative path as in the repository.
 * @param {string} folder @param {string} version
 */
function copyFiles(folder, version) {
  bundleServer(path.join(folder, 'server', 'dist'));
  /** @param {string} from @param {string} [to] */
  const copyToRelease = (from, to = from) =>
    cpSync(path.join(root, from), path.join(folder, to), {
      recursive: true,
      filter: (file) => path.basename(file) !== 'built-from',
    });
  copyToRelease('packages/portal/dist', 'portal/dist');
  // The bundle does not contain machine code and WebAssembly, so these packages and their parts for this platform are copied.
  for (const name of listCopiedPackages()) copyToRelease(name);
  for (const name of ['deploy', 'docs', 'CHANGELOG.md', 'LICENSE', '.env.example']) copyToRelease(name);
  writeJson(path.join(folder, 'package.json'), { name: 'basics-portal', version, private: true, type: 'module' });
  const program = path.join(folder, 'portal.js');
  const variables = Object.entries(memorySettings.environment).map(([variable, value]) => `${variable}=${value}`);
  const interpreter = ['/usr/bin/env', '-S', ...variables, 'node', memorySettings.flag].join(' ');
  writeFileSync(program, `#!${interpreter}\nimport './server/dist/main.js';\n`);
  chmodSync(program, 0o755);
}

/** Lists the folders of the packages that are copied beside the bundle, relative to the root. */
const listCopiedPackages = () =>
  ['@node-rs', '@resvg'].flatMap((scope) =>
    readdirSync(path.join(root, 'node_modules', scope)).map((name) => `node_modules/${scope}/${name}`),
  );

/**
 * Writes the bill of materials, and the licences of the packages that it names. Both come from the lists of packages that the bundlers have
 * written, and not from the dependencies that are declared: a package of the pages is a development dependency of another workspace.
 * @param {string} folder @param {number} seconds
 */
function writeBillOfMaterials(folder, seconds) {
  const shipped = listShipped(folder);
  const bill = parseBillOfMaterials(runNpm(['sbom', '--sbom-format', 'cyclonedx']));
  // The serial number and the time are removed, because npm writes other values in each run.
  delete bill.serialNumber;
  bill.metadata.timestamp = new Date(seconds * 1000).toISOString();
  bill.metadata.component.version = shipped.version;
  bill.components = bill.components
    .filter((/** @type {Component} */ component) => shipped.packages.has(nameId(component)))
    // These properties say whether a package is a development dependency of a workspace, which is not so for what is shipped.
    .map((/** @type {Component} */ component) => ({ ...component, properties: undefined, scope: undefined }));
  const references = new Set(bill.components.map((/** @type {Component} */ component) => component['bom-ref']));
  bill.dependencies = bill.dependencies
    .filter((/** @type {Dependency} */ { ref }) => references.has(ref))
    .map((/** @type {Dependency} */ { ref, dependsOn = [] }) => ({
      ref,
      dependsOn: dependsOn.filter((reference) => references.has(reference)),
    }));
  const listed = new Set(bill.components.map(nameId));
  const missing = [...shipped.packages.keys()].filter((id) => !listed.has(id));
  if (missing.length > 0) throw new CommandFailure(`npm does not list these shipped packages: ${missing.join(', ')}.`);
  writeJson(path.join(folder, 'sbom.cdx.json'), bill);
  const licenceTexts = [...shipped.packages].map(([id, { license, place }]) => {
    const texts = readLicenses(place);
    if (texts.length === 0) throw new CommandFailure(`The shipped package ${id} has no licence text.`);
    return [`${id}: ${license}`, ...texts].join('\n\n');
  });
  writeFileSync(path.join(folder, 'LICENSES-OF-PACKAGES.txt'), licenceTexts.join(`\n\n${'='.repeat(80)}\n\n`));
}

/**
 * @typedef {{ name: string, group?: string, version: string, 'bom-ref': string, properties?: unknown, scope?: unknown }} Component
 * @typedef {{ ref: string, dependsOn?: string[] }} Dependency
 */

/** @param {string} file @returns {string[]} */
const readList = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** @param {Component} component */
const nameId = ({ group, name, version }) => `${group === undefined ? '' : `${group}/`}${name}@${version}`;

/**
 * Lists the packages in the bundles of the release, and those that are copied beside them. Removes the lists.
 * @param {string} folder
 */
function listShipped(folder) {
  const serverList = path.join(folder, 'server', 'dist', 'packages.json');
  const lists = [serverList, path.join(folder, 'portal', 'dist', '.vite', 'packages.json')];
  const places = [...lists.flatMap(readList), ...listCopiedPackages()].toSorted();
  for (const list of lists) rmSync(list);
  /** @type {Map<string, { license: string, place: string }>} */
  const packages = new Map();
  for (const place of places.map((relative) => path.join(root, relative))) {
    const {
      name,
      version,
      license = 'see its package',
    } = JSON.parse(readFileSync(path.join(place, 'package.json'), 'utf8'));
    packages.set(`${name}@${version}`, { license, place });
  }
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return { packages, version };
}

/**
 * Reads the licence texts of a package: its licence files, or the part of its readme about the licence. A package that only names the MIT
 * licence gets the text of this licence with its author, one that only names the Apache License this text, which is also that of the portal,
 * and one that only names the Mozilla Public License this text and the address of its source. @param {string} packageFolder
 */
function readLicenses(packageFolder) {
  /** @param {RegExp} pattern */
  const readFiles = (pattern) =>
    readdirSync(packageFolder)
      .filter((name) => pattern.test(name))
      .toSorted()
      .map((name) => readFileSync(path.join(packageFolder, name), 'utf8').trim());
  const licenceFiles = readFiles(/^(licen[cs]e|copying|notice)/i);
  if (licenceFiles.length > 0) return licenceFiles;
  const inReadme = /^#+ *licen[cs]e\b[^]*Permission is hereby granted[^]*/im.exec(readFiles(/^readme/i).join('\n'));
  if (inReadme) return [inReadme[0].trim()];
  const { license, author, name, repository } = JSON.parse(
    readFileSync(path.join(packageFolder, 'package.json'), 'utf8'),
  );
  if (license === 'MPL-2.0')
    return [
      `Source: ${repository}`,
      readFileSync(path.join(root, 'scripts', 'licences', 'mpl-2.0.txt'), 'utf8').trim(),
    ];
  if (license === 'Apache-2.0')
    return readFileSync(path.join(root, 'LICENSE'), 'utf8')
      .split('APPENDIX:')
      .slice(0, 1)
      .map((text) => text.trim());
  return license === 'MIT' ? [`Copyright (c) ${author?.name ?? author ?? `the authors of ${name}`}\n\n${mitText}`] : [];
}

const mitText = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge,
publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so,
subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/**
 * Writes the checksums of all files into SHA256SUMS, which `sha256sum --check` reads. Returns the total size of all files in bytes.
 * @param {string} folder
 */
function writeChecksums(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
  const checksumLines = files.map((file) => `${computeHash(file)}  ${path.relative(folder, file)}\n`);
  writeFileSync(path.join(folder, 'SHA256SUMS'), checksumLines.join(''));
  return files.reduce((sum, file) => sum + statSync(file).size, 0);
}

/**
 * Packs the folder with GNU tar. The archive contains no data that differs between two runs. Returns the path of the archive.
 * @param {string} targetFolder @param {string} name @param {number} seconds
 */
function pack(targetFolder, name, seconds) {
  const archive = `${name}.tar.gz`;
  const reproducibleOptions = ['--sort=name', `--mtime=@${seconds}`, '--owner=0', '--group=0', '--numeric-owner'];
  const fileMode = '--mode=u=rwX,go=rX';
  execFileSync('tar', ['--use-compress-program=gzip -9n', ...reproducibleOptions, fileMode, '-cf', archive, name], {
    cwd: targetFolder,
  });
  writeFileSync(
    path.join(targetFolder, `${archive}.sha256`),
    `${computeHash(path.join(targetFolder, archive))}  ${archive}\n`,
  );
  return path.join(targetFolder, archive);
}

/**
 * Signs a file with the Ed25519 key of the person who releases (RFC 8032), and writes the 64 bytes of the signature beside it. Throws
 * CommandFailure if the key is of another kind. Returns the path of the signature.
 * @param {string} file @param {string} keyFile a private key in the format PEM
 */
export function signFile(file, keyFile) {
  const key = createPrivateKey(readFileSync(keyFile));
  if (key.asymmetricKeyType !== 'ed25519')
    throw new CommandFailure(`The key in ${keyFile} is no Ed25519 key. Create one: openssl genpkey -algorithm ed25519`);
  const signatureFile = `${file}.sig`;
  writeFileSync(signatureFile, sign(null, readFileSync(file), key));
  return signatureFile;
}

/** @param {string} file */
const computeHash = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** @param {string} file @param {unknown} value */
const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/** @param {number} bytes */
const formatSize = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

// `npm run release [folder]` writes the release into the given folder, by default `release`, and signs it if RELEASE_KEY_FILE names a key.
if (process.argv[1] === import.meta.filename) {
  await runCommandLine(async () => {
    const [folder = path.join(root, 'release')] = process.argv.slice(2);
    if (folder.startsWith('-')) throw new CommandFailure('Usage: npm run release [folder]');
    const targetFolder = path.resolve(folder);
    const commitTime = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
    const { archive, unpacked } = await createRelease(targetFolder, Number(commitTime));
    say(`${archive}: ${formatSize(statSync(archive).size)}, unpacked ${formatSize(unpacked)}`);
    const keyFile = process.env['RELEASE_KEY_FILE'];
    if (keyFile) say(signFile(archive, keyFile));
  });
}
