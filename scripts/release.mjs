import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseBillOfMaterials, runNpm } from './audit-dependencies.mjs';
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
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const name = `basics-portal-${version}-${process.platform}-${process.arch}`;
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
  return { archive, unpacked: unpackedBytes };
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
  // The bundle does not contain machine code, so the package with machine code and its part for this platform are copied.
  for (const name of readdirSync(path.join(root, 'node_modules', '@node-rs')))
    copyToRelease(`node_modules/@node-rs/${name}`);
  for (const name of ['deploy', 'docs', 'CHANGELOG.md', 'LICENSE', '.env.example']) copyToRelease(name);
  writeJson(path.join(folder, 'package.json'), { name: 'basics-portal', version, private: true, type: 'module' });
  const program = path.join(folder, 'portal.js');
  const variables = Object.entries(memorySettings.environment).map(([variable, value]) => `${variable}=${value}`);
  const interpreter = ['/usr/bin/env', '-S', ...variables, 'node', memorySettings.flag].join(' ');
  writeFileSync(program, `#!${interpreter}\nimport './server/dist/main.js';\n`);
  chmodSync(program, 0o755);
}

/** Writes the bill of materials, and the licences of the packages that it names. @param {string} folder @param {number} seconds */
function writeBillOfMaterials(folder, seconds) {
  const sbomOptions = [
    '--sbom-format',
    'cyclonedx',
    '--workspace=@basics/server',
    '--workspace=@basics/portal',
    '--omit=dev',
  ];
  const bill = parseBillOfMaterials(runNpm(['sbom', ...sbomOptions]));
  // The serial number and the time are removed, because npm writes other values in each run.
  delete bill.serialNumber;
  bill.metadata.timestamp = new Date(seconds * 1000).toISOString();
  writeJson(path.join(folder, 'sbom.cdx.json'), bill);
  const packageIds = new Set(
    bill.components.map((/** @type {{ name: string, version: string }} */ { name, version }) => `${name}@${version}`),
  );
  const licenceTexts = listInstalled()
    .filter(({ id }) => packageIds.has(id))
    .map(({ id, license, place }) => [`${id}: ${license}`, ...readLicenses(place)].join('\n\n'));
  writeFileSync(path.join(folder, 'LICENSES-OF-PACKAGES.txt'), licenceTexts.join(`\n\n${'='.repeat(80)}\n\n`));
}

/** Lists the packages in node_modules, in the order of their folders. */
function listInstalled() {
  /** @type {{ packages: Record<string, { version?: string, license?: string }> }} */
  const { packages } = JSON.parse(readFileSync(path.join(root, 'node_modules', '.package-lock.json'), 'utf8'));
  return Object.entries(packages).map(([packageFolder, { version, license = 'see its package' }]) => ({
    id: `${packageFolder.split('node_modules/').at(-1)}@${version}`,
    license,
    place: path.join(root, packageFolder),
  }));
}

/** @param {string} packageFolder */
const readLicenses = (packageFolder) =>
  readdirSync(packageFolder)
    .filter((name) => /^(licen[cs]e|copying|notice)/i.test(name))
    .toSorted()
    .map((name) => readFileSync(path.join(packageFolder, name), 'utf8').trim());

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

/** @param {string} file */
const computeHash = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** @param {string} file @param {unknown} value */
const writeJson = (file, value) => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/** @param {number} bytes */
const formatSize = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

// `npm run release [folder]` writes the release into the given folder, by default `release`.
if (process.argv[1] === import.meta.filename) {
  await runCommandLine(async () => {
    const targetFolder = path.resolve(process.argv[2] ?? path.join(root, 'release'));
    const commitTime = execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
    const { archive, unpacked } = await createRelease(targetFolder, Number(commitTime));
    say(`${archive}: ${formatSize(statSync(archive).size)}, unpacked ${formatSize(unpacked)}`);
  });
}
