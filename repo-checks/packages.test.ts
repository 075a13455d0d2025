import { expect, test } from 'vitest';
import { portalVersion } from '@basics/contract/limits.ts';
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
const readManifest = (place: string): Manifest =>
  JSON.parse(readText(place === '' ? 'package.json' : `${place}/package.json`));
const locked: Record<string, Locked> = JSON.parse(readText('package-lock.json')).packages;

const listDependencies = (entry: Partial<Manifest>) => ({
  ...entry.dependencies,
  ...entry.devDependencies,
  ...entry.optionalDependencies,
});

test('all packages have the version that the footer shows', () => {
  expect(new Set(folders.map((place) => readManifest(place).version))).toEqual(new Set([portalVersion]));
});

test('all packages are private, and have the same licence and Node.js version', () => {
  for (const place of folders) {
    expect(readManifest(place), place).toMatchObject({
      private: true,
      license: 'Apache-2.0',
      type: 'module',
      engines: { node: '>=24' },
    });
  }
});

test('every dependency has one exact version, except the types of the runtime', () => {
  const ranges = folders
    .flatMap((place) => Object.entries(listDependencies(readManifest(place))))
    .filter(([, version]) => !/^(npm:\w+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name]) => name);
  expect(ranges).toEqual(['@types/node']);
});

test('the lock file agrees with the packages', () => {
  for (const place of folders)
    expect(listDependencies(locked[place] ?? {}), place).toEqual(listDependencies(readManifest(place)));
});

test('the lock file contains no host, so that any registry can serve it', () => {
  const hosts = Object.values(locked).filter(({ resolved, link }) => resolved !== undefined && !link);
  expect(hosts).toEqual([]);
  expect(readText('package-lock.json')).not.toMatch(/https?:\/\/[^"]*(npmjs|registry|\.tgz)/);
});

test('the lock file contains every package that another one needs, on every platform', () => {
  const missing = Object.entries(locked).flatMap(([place, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
      .filter((name) => !isFound(place, name))
      .map((name) => `${name} for ${place}`),
  );
  expect(missing).toEqual([]);
});

/** Whether Node.js would find the package `name` from the folder `place`, among the locked packages. */
function isFound(place: string, name: string): boolean {
  const ownPath = place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`;
  if (ownPath in locked) return true;
  if (place === '') return false;
  const parentEnd = place.lastIndexOf('/node_modules/');
  return isFound(parentEnd === -1 ? '' : place.slice(0, parentEnd), name);
}

test('every locked package has a checksum', () => {
  const loose = Object.entries(locked).filter(
    ([place, entry]) => place.includes('node_modules/') && !entry.link && !entry.integrity,
  );
  expect(loose.map(([place]) => place)).toEqual([]);
});
