import { expect, test } from 'vitest';
import { findAffectedTests } from '../scripts/affected-tests.mjs';
import { slowTests } from '../scripts/test-costs.mjs';
import { listFiles } from './files.ts';

type Imports = Record<string, string[]>;

const server = 'packages/server/src/features';

/** Creates an import graph from the imports of each module. The prefix `type:` marks an import of types only. */
const createGraph = (imports: Imports) =>
  Object.entries(imports).map(([source, targets]) => ({
    source,
    dependencies: targets.map((target) => ({
      resolved: target.replace('type:', ''),
      dependencyTypes: target.startsWith('type:') ? ['local', 'type-only'] : ['local'],
    })),
  }));

const features = ['users', 'brands', 'home', 'crm', 'mail', 'tools'];

const graph = createGraph({
  'packages/contract/src/users/users.ts': [],
  [`${server}/users/user.ts`]: ['packages/contract/src/users/users.ts'],
  [`${server}/users/user.test.ts`]: [`${server}/users/user.ts`],
  [`${server}/users/users.service.ts`]: [`${server}/users/user.ts`],
  [`${server}/users/users.api.test.ts`]: ['packages/server/src/testing/portal.ts'],
  [`${server}/home/home.service.ts`]: [`type:${server}/users/user.ts`],
  [`${server}/home/home.api.test.ts`]: ['packages/server/src/testing/portal.ts'],
  [`${server}/requests/requests.service.ts`]: [`${server}/users/users.service.ts`],
  [`${server}/requests/requests.api.test.ts`]: ['packages/server/src/testing/portal.ts'],
  'packages/server/src/app.ts': features.map((feature) => `${server}/${feature}/${feature}.service.ts`),
  'packages/server/src/testing/portal.ts': ['packages/server/src/app.ts'],
  'packages/server/src/start.test.ts': ['packages/server/src/app.ts'],
});

const findAffected = (changedFile: string, limit = Infinity) => findAffectedTests(graph, [changedFile], limit);

test('the affected tests of a changed file are listed in this order: tests that import it, tests of its feature, tests of features that use its feature', () => {
  expect(findAffected(`${server}/users/user.ts`).chosen).toEqual([
    `${server}/users/user.test.ts`,
    `${server}/users/users.api.test.ts`,
    `${server}/requests/requests.api.test.ts`,
  ]);
});

test('for a changed file of the API contract, the tests of the features that import it are chosen, first the tests of the feature with the same name', () => {
  const { chosen } = findAffected('packages/contract/src/users/users.ts', 8.5);
  expect(chosen).toContain(`${server}/users/users.api.test.ts`);
  expect(chosen.at(-1)).toBe(`${server}/requests/requests.api.test.ts`);
});

test('after a change of the API contract, the tests of the features that import the changed file directly come first, and one of each feature runs in any case', () => {
  const contract = 'packages/contract/src/users/user-fields.ts';
  const modules = createGraph({
    [contract]: [],
    [`${server}/imports/plan-user.ts`]: [contract],
    [`${server}/imports/imports.api.test.ts`]: [],
    'packages/contract/src/session/current-user.test.ts': ['packages/contract/src/session/current-user.ts'],
    'packages/contract/src/session/current-user.ts': [contract],
  });
  expect(findAffectedTests(modules, [contract], Infinity).chosen).toEqual([
    `${server}/imports/imports.api.test.ts`,
    'packages/contract/src/session/current-user.test.ts',
  ]);
  expect(findAffectedTests(modules, [contract], 0)).toEqual({
    chosen: [`${server}/imports/imports.api.test.ts`],
    leftOut: ['packages/contract/src/session/current-user.test.ts'],
  });
});

test('a test that imports only types from a changed file is not affected', () => {
  expect(findAffected(`${server}/users/user.ts`).chosen).not.toContain(`${server}/home/home.api.test.ts`);
});

test('a change in a module that composes many features does not affect all tests', () => {
  expect(findAffected(`${server}/users/user.ts`).chosen).not.toContain('packages/server/src/start.test.ts');
  expect(findAffected('packages/server/src/app.ts').chosen).toContain('packages/server/src/start.test.ts');
});

test('if the affected tests exceed the time limit, the tests with the longest chains of imports are left out, but never a changed test', () => {
  const { chosen, leftOut } = findAffected(`${server}/users/user.ts`, 6);
  expect(chosen).toEqual([`${server}/users/user.test.ts`, `${server}/users/users.api.test.ts`]);
  expect(leftOut).toEqual([`${server}/requests/requests.api.test.ts`]);
  expect(findAffected(`${server}/home/home.api.test.ts`, 0).chosen).toEqual([`${server}/home/home.api.test.ts`]);
});

test('the test beside a changed file runs first, even if other tests of the feature are faster', () => {
  const page = 'packages/portal/src/features/users/users-page';
  const slowPage = 'packages/portal/src/app/shell';
  const modules = createGraph({
    [`${page}.tsx`]: [],
    [`${page}.test.tsx`]: [`${page}.tsx`],
    [page.replace('users-page', 'columns.test.ts')]: [`${page}.tsx`],
    [`${slowPage}.test.tsx`]: [`${page}.tsx`],
  });
  const { chosen, leftOut } = findAffectedTests(modules, [`${page}.tsx`], 30);
  expect(chosen[0]).toBe(`${page}.test.tsx`);
  // The slow page test is left out, because the start of the browser and the measured time of this test exceed the
  // limit.
  expect(leftOut).toEqual([`${slowPage}.test.tsx`]);
});

test('every test in the list of slow tests exists', () => {
  const files = new Set(listFiles('packages'));
  expect(Object.keys(slowTests).filter((file) => !files.has(file))).toEqual([]);
});
