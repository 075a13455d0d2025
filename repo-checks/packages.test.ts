import { expect, test } from 'vitest';
import { portalVersion } from '@basics/contract/calls/limits.ts';
import { refuseOldTool } from '../scripts/installed.mjs';
import { listFolders, readText } from './files.ts';

type Manifest = {
  name: string;
  version: string;
  license: string;
  private: boolean;
  type: string;
  engines: { node: string };
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};
type Locked = Partial<Manifest> & { resolved?: string; link?: boolean; integrity?: string; peer?: boolean };

const folders = ['', ...listFolders('packages').map((name) => `packages/${name}`)];
const readManifest = (folder: string): Manifest =>
  JSON.parse(readText(folder === '' ? 'package.json' : `${folder}/package.json`));
const lockedPackages: Record<string, Locked> = JSON.parse(readText('package-lock.json')).packages;

const listDependencies = (entry: Partial<Manifest>) => ({
  ...entry.dependencies,
  ...entry.devDependencies,
  ...entry.optionalDependencies,
});

test.each([
  ['Node.js', '18.20.4', 'This needs Node.js 20 or later; this is 18.20.4.'],
  ['npm', '9.2.0', 'This needs npm 10 or later; this is 9.2.0.'],
  ['Node.js', '20.11.0', null],
  ['npm', '10.1.0', null],
  ['npm', '', null],
] as const)(
  'before packages are installed, %s "%s" is refused in one sentence, or accepted',
  (tool, version, sentence) => {
    if (sentence === null) expect(() => refuseOldTool(tool, version)).not.toThrow();
    else expect(() => refuseOldTool(tool, version)).toThrow(sentence);
  },
);

test('all packages have the version that the footer shows (T566)', () => {
  expect(new Set(folders.map((folder) => readManifest(folder).version))).toEqual(new Set([portalVersion]));
});

test('all packages are private, have the same licence, and require the same Node.js version', () => {
  for (const folder of folders) {
    expect(readManifest(folder), folder).toMatchObject({
      private: true,
      license: 'Apache-2.0',
      type: 'module',
      engines: { node: '>=24' },
    });
  }
});

test('every dependency has an exact version and no version range, except the types of Node.js (T567)', () => {
  const ranges = folders
    .flatMap((folder) => Object.entries(listDependencies(readManifest(folder))))
    .filter(([, version]) => !/^(npm:\w+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name]) => name);
  expect(ranges).toEqual(['@types/node']);
});

test('the lock file has the same dependencies as the package.json of each package', () => {
  for (const folder of folders)
    expect(listDependencies(lockedPackages[folder] ?? {}), folder).toEqual(listDependencies(readManifest(folder)));
});

test('the lock file contains no address of a registry, so that the packages can be installed from any registry', () => {
  const packagesWithHost = Object.values(lockedPackages).filter(
    ({ resolved, link }) => resolved !== undefined && !link,
  );
  expect(packagesWithHost).toEqual([]);
  expect(readText('package-lock.json')).not.toMatch(/https?:\/\/[^"]*(npmjs|registry|\.tgz)/);
});

test('the lock file contains every package that another package needs, on every platform (T569)', () => {
  const missingPackages = Object.entries(lockedPackages).flatMap(([folder, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
      .filter((name) => !isFound(folder, name))
      .map((name) => `${name} for ${folder}`),
  );
  expect(missingPackages).toEqual([]);
});

/**
 * Returns whether Node.js would find the package `name` from this folder if exactly the locked packages were installed.
 */
function isFound(folder: string, name: string): boolean {
  const ownPath = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
  if (ownPath in lockedPackages) return true;
  if (folder === '') return false;
  const parentLength = folder.lastIndexOf('/node_modules/');
  return isFound(parentLength === -1 ? '' : folder.slice(0, parentLength), name);
}

test('every locked package has a checksum (T568)', () => {
  const packagesWithoutChecksum = Object.entries(lockedPackages).filter(
    ([folder, entry]) => folder.includes('node_modules/') && !entry.link && !entry.integrity,
  );
  expect(packagesWithoutChecksum.map(([folder]) => folder)).toEqual([]);
});
