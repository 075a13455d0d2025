import { estimateStartupCpu, estimateTestSeconds } from './test-costs.mjs';

/**
 * @typedef {{ resolved: string, dependencyTypes: string[] }} Dependency
 * @typedef {{ source: string, dependencies: Dependency[] }} Module a module of dependency-cruiser's report
 * @typedef {{ chosen: string[], left: string[] }} Selection paths of test files, the most important first; `left` are those that the limit excludes
 */

const isTest = /\.test\.tsx?$/;
const isTesting = /\/src\/testing\//;

/**
 * A module that imports at least this many features composes the whole application. The modules that import such a module do not count as
 * affected by a change of one feature.
 */
const composingFeatureCount = 6;

/**
 * Finds the test files that a change affects: those that import a changed file, directly or through others, and all tests of a
 * feature with an affected file. Imports of types are ignored, because the compiler checks them.
 * The test beside a changed file comes first, then the tests of the changed feature, then the other tests: those with the fewest imports
 * between test and change first, and of these the cheapest. `chosen` has as many tests as the limit allows, `left` has the others.
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
    if (isTest.test(source)) tests.set(source, distance);
  }
  for (const { source } of modules) {
    const featureDistance = features.get(findFeatureFolder(source) ?? '');
    // The feature's other tests come after the tests that import a changed file at the same distance.
    if (featureDistance !== undefined && isTest.test(source) && !tests.has(source))
      tests.set(source, featureDistance + 0.5);
  }
  const changedFeatures = new Set(changedFiles.map(findFeature));
  const changedModules = new Set(changedFiles.map(withoutEndings));
  // The test beside a changed file comes first, then the tests of the changed feature: for a change in the contract, those of server and portal.
  const rankOf = (/** @type {string} */ file, /** @type {number} */ distance) => {
    if (distance === 0) return 0;
    if (changedModules.has(withoutEndings(file))) return 0.1;
    return changedFeatures.has(findFeature(file)) ? 0.25 : distance;
  };
  return selectWithin(
    limit,
    [...tests].map(([file, distance]) => ({ file, rank: rankOf(file, distance) })),
  );
}

/** Computes how many imports are between a changed file and each module that it affects, nearest first. @param {readonly Module[]} modules @param {readonly string[]} changedFiles */
function computeDistances(modules, changedFiles) {
  const importers = findImporters(modules);
  const composing = new Set(modules.filter((module) => composes(module)).map(({ source }) => source));
  const knownModules = new Set(modules.map(({ source }) => source));
  /** @type {Map<string, number>} */
  const distances = new Map(changedFiles.filter((file) => knownModules.has(file)).map((file) => [file, 0]));
  // This is a breadth-first search: the loop also visits the entries that it adds to the map.
  for (const [source, distance] of distances) {
    if (distance > 0 && (composing.has(source) || isTesting.test(source))) continue;
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
function composes({ source, dependencies }) {
  if (isTest.test(source)) return false;
  const features = dependencies.flatMap(({ resolved }) => findFeature(resolved) ?? []);
  return new Set(features).size >= composingFeatureCount;
}

/** @param {string} file */
const findFeatureFolder = (file) => /^packages\/[^/]+\/src\/features\/[^/]+\//.exec(file)?.[0];

/** Returns the feature of a file. In the contract a feature is one file. @param {string} file */
const findFeature = (file) => /^packages\/(?:[^/]+\/src\/features|contract\/src)\/([^/.]+)/.exec(file)?.[1];

/** Removes the endings of a file name: `user.ts` and `user.api.test.ts` give the same path. @param {string} file */
const withoutEndings = (file) => file.replace(/(\.(api|matrix|fuzz))?(\.test)?\.\w+$/, '');

/** @param {number} limit @param {{ file: string, rank: number }[]} tests @returns {Selection} */
function selectWithin(limit, tests) {
  const nearest = tests
    .map((test) => ({ ...test, seconds: estimateTestSeconds(test.file), start: estimateStartupCpu(test.file) }))
    .toSorted((a, b) => a.rank - b.rank || a.seconds - b.seconds || a.file.localeCompare(b.file));
  let spent = 0;
  const startedGroups = new Set();
  /** @type {Selection} */
  const selection = { chosen: [], left: [] };
  for (const { file, rank, seconds, start } of nearest) {
    const isChanged = rank === 0;
    const cost = seconds + (startedGroups.has(start.group) ? 0 : start.seconds);
    if (isChanged || spent + cost <= limit) {
      spent += cost;
      startedGroups.add(start.group);
      selection.chosen.push(file);
    } else selection.left.push(file);
  }
  return selection;
}
