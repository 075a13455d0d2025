import { estimateStartupCpu, estimateTestSeconds } from './test-costs.mjs';

/**
 * @typedef {{ resolved: string, dependencyTypes: string[] }} Dependency
 * @typedef {{ source: string, dependencies: Dependency[] }} Module a module of dependency-cruiser's report
 * @typedef {{ chosen: string[], leftOut: string[] }} Selection the paths of test files, the most important first: `chosen` fit into the time limit, `leftOut` do not
 */

const testPattern = /\.test\.tsx?$/;
const testingFolderPattern = /\/src\/testing\//;

/**
 * A module that imports at least this many features composes the whole application. Modules that import a composing module do not count as
 * affected by a change of one feature.
 */
const composingFeatureCount = 6;

/**
 * Finds the test files that a change affects: tests that import a changed file directly or through other files, and all tests of a feature
 * with an affected file. Imports of types are ignored, because the compiler checks them. The test beside a changed file comes first, then
 * the tests of the changed feature, then the tests of features that import a changed file directly. The other tests are ordered by the number of imports between test and change, and
 * then by their cost. `chosen` has as many tests as the limit allows, `leftOut` has the other tests. After a change of the API contract, one
 * test of each feature that imports a changed file runs in any case, because a fault of the contract appears only in these features.
 * @param {readonly Module[]} modules @param {readonly string[]} changedFiles paths from the root @param {number} limit seconds of CPU
 * @returns {Selection}
 */
export function findAffectedTests(modules, changedFiles, limit) {
  const distances = computeDistances(modules, changedFiles);
  /** @type {Map<string, number>} */
  const features = new Map();
  /** @type {Map<string, number>} */
  const tests = new Map();
  for (const [source, distance] of distances) {
    const folder = findFeatureFolder(source);
    if (folder && !features.has(folder)) features.set(folder, distance);
    if (testPattern.test(source)) tests.set(source, distance);
  }
  for (const { source } of modules) {
    const featureDistance = features.get(findFeatureFolder(source) ?? '');
    // The other tests of a feature come after the tests that import a changed file through the same number of imports.
    if (featureDistance !== undefined && testPattern.test(source) && !tests.has(source))
      tests.set(source, featureDistance + 0.5);
  }
  const changedFeatures = new Set(changedFiles.flatMap((file) => findFeature(file) ?? []));
  const changedModules = new Set(changedFiles.map(removeEndings));
  // The test beside a changed file comes first, then the tests of the changed feature. For a change in the API contract, these are the
  // tests of the feature in server and portal. Then follow the tests of the other features that import a changed file directly.
  const rankOf = (/** @type {string} */ file, /** @type {number} */ distance) => {
    if (distance === 0) return 0;
    if (changedModules.has(removeEndings(file))) return 0.1;
    if (changedFeatures.has(findFeature(file) ?? '')) return 0.25;
    return features.get(findFeatureFolder(file) ?? '') === 1 ? 0.3 : distance;
  };
  const importsDirectly = (/** @type {string} */ file) => features.get(findFeatureFolder(file) ?? '') === 1;
  const contractTests = changedFiles.some((file) => file.startsWith('packages/contract/src/'))
    ? findShortestTests([...tests.keys()], distances, importsDirectly)
    : new Set();
  return selectWithin(
    limit,
    [...tests].map(([file, distance]) => ({
      file,
      rank: rankOf(file, distance),
      isRequired: distance === 0 || contractTests.has(file),
    })),
  );
}

/** How many seconds longer a test may take if its side of the feature, the server or the portal, imports the changed file. */
const maxLongerSeconds = 3;

/**
 * Finds the shortest test of each feature that imports a changed file, preferably on the side that imports it. A test that neither imports
 * the changed file nor opens a page or calls the API finds no fault of the contract.
 * @param {readonly string[]} tests @param {ReadonlyMap<string, number>} distances @param {(file: string) => boolean} importsDirectly
 */
function findShortestTests(tests, distances, importsDirectly) {
  const importingFeatures = new Set(tests.filter(importsDirectly).map(findFeature));
  const computeCost = (/** @type {string} */ file) =>
    estimateTestSeconds(file) + (importsDirectly(file) ? 0 : maxLongerSeconds);
  const ordered = tests
    .filter((file) => distances.has(file) || /\.api\.test\.ts$|\.tsx$/.test(file))
    .toSorted((a, b) => computeCost(a) - computeCost(b) || a.localeCompare(b));
  /** @type {Map<string, string>} */
  const shortestTests = new Map();
  for (const test of ordered) {
    const feature = findFeature(test);
    if (feature && importingFeatures.has(feature) && !shortestTests.has(feature)) shortestTests.set(feature, test);
  }
  return new Set(shortestTests.values());
}

/**
 * Computes for each affected module how many imports are between the module and a changed file. The nearest modules come first.
 * @param {readonly Module[]} modules @param {readonly string[]} changedFiles
 */
function computeDistances(modules, changedFiles) {
  const importers = findImporters(modules);
  const composing = new Set(modules.filter((module) => composesFeatures(module)).map(({ source }) => source));
  const knownModules = new Set(modules.map(({ source }) => source));
  /** @type {Map<string, number>} */
  const distances = new Map(changedFiles.filter((file) => knownModules.has(file)).map((file) => [file, 0]));
  // A breadth-first search: the loop also visits the entries that are added to the map during the loop.
  for (const [source, distance] of distances) {
    if (distance > 0 && (composing.has(source) || testingFolderPattern.test(source))) continue;
    for (const importer of importers.get(source) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  }
  return distances;
}

/** @param {readonly Module[]} modules @returns {Map<string, string[]>} */
function findImporters(modules) {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const { source, dependencies } of modules)
    for (const { resolved, dependencyTypes } of dependencies) {
      if (dependencyTypes.includes('type-only')) continue;
      importers.set(resolved, [...(importers.get(resolved) ?? []), source]);
    }
  return importers;
}

/** @param {Module} module */
function composesFeatures({ source, dependencies }) {
  if (testPattern.test(source)) return false;
  const features = dependencies.flatMap(({ resolved }) => findFeature(resolved) ?? []);
  return new Set(features).size >= composingFeatureCount;
}

/** @param {string} file */
const findFeatureFolder = (file) => /^packages\/[^/]+\/src\/features\/[^/]+\//.exec(file)?.[0];

/** Returns the feature of a file. The general folders of the API contract are no features. @param {string} file */
const findFeature = (file) =>
  /^packages\/(?:[^/]+\/src\/features|contract\/src(?!\/(?:calls|fields|texts)\/))\/([^/]+)\//.exec(file)?.[1];

/** Removes the endings of a file name: `user.ts` and `user.api.test.ts` give the same path. @param {string} file */
const removeEndings = (file) => file.replace(/(\.(api|matrix|fuzz))?(\.test)?\.\w+$/, '');

/**
 * Selects the tests that are required, and of the others as many as the limit allows.
 * @param {number} limit @param {{ file: string, rank: number, isRequired: boolean }[]} tests @returns {Selection}
 */
function selectWithin(limit, tests) {
  const nearest = tests
    .map((test) => ({ ...test, seconds: estimateTestSeconds(test.file), start: estimateStartupCpu(test.file) }))
    .toSorted((a, b) => a.rank - b.rank || a.seconds - b.seconds || a.file.localeCompare(b.file));
  let usedSeconds = 0;
  const startedGroups = new Set();
  const chosenFiles = new Set();
  for (const { file, isRequired, seconds, start } of nearest.toSorted(
    (a, b) => Number(b.isRequired) - Number(a.isRequired),
  )) {
    const cost = seconds + (startedGroups.has(start.group) ? 0 : start.seconds);
    if (!isRequired && usedSeconds + cost > limit) continue;
    usedSeconds += cost;
    startedGroups.add(start.group);
    chosenFiles.add(file);
  }
  const files = nearest.map(({ file }) => file);
  return {
    chosen: files.filter((file) => chosenFiles.has(file)),
    leftOut: files.filter((file) => !chosenFiles.has(file)),
  };
}
