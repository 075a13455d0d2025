import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '@basics/contract/api.ts';
import { breakpoints } from '@basics/contract/calls/limits.ts';
import { administration } from '@basics/portal/messages/en/administration.ts';
import { permissions, profiles } from '@basics/contract/calls/permissions.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { root } from '../scripts/root.mjs';
import { findWrongCitations } from './cited-tests.ts';
import { readText } from './files.ts';
import { findIdsWithoutTest, readSpecificationRows } from './specification-rows.ts';

const rows = readSpecificationRows(readText('docs/specification.md'));
const ids = new Set(rows.map(({ id }) => id));
const listIds = (kind: string): string[] =>
  [...ids].filter((id) => id.startsWith(kind)).map((id) => id.slice(kind.length));

test('the specification (docs/specification.md) has 337 rows with different ids, and each row has a text', () => {
  expect(rows.length).toBe(337);
  expect(ids.size).toBe(rows.length);
  expect(rows.filter(({ ruleText }) => !/^\S.+[.']$/.test(ruleText)).map(({ id }) => id)).toEqual([]);
});

test('every row of the specification names a test', () => {
  expect(findIdsWithoutTest(rows)).toEqual([]);
});

test('every line below a row of the specification names a test', () => {
  expect(rows.flatMap(({ id, linesWithoutTest }) => linesWithoutTest.map((line) => `${id}: ${line}`))).toEqual([]);
});

test('every test that the specification names exists exactly once', () => {
  expect(findWrongCitations(rows)).toEqual([]);
});

describe('the rows of docs/specification.md', () => {
  test('the rows about permissions in the specification name exactly the permissions in the code', () => {
    expect(listIds('6.permission.').toSorted()).toEqual([...permissions].toSorted());
  });

  test('the specification has a row for each profile, with its role', () => {
    const [declaredProfiles, profileRows] = [
      Object.entries(profiles),
      rows.filter(({ id }) => /^6\.profile\.\d+$/.test(id)),
    ];
    expect(profileRows.map(({ id, ruleText }) => `${id}: ${ruleText}`)).toEqual(
      declaredProfiles.map(([id, role]) => `6.profile.${id}: Profile ${id} is ${role}.`),
    );
  });

  test('the specification has a row for each breakpoint, with its width', () => {
    const widths = Object.entries(breakpoints).map(([name, width]) => `The breakpoint ${name} is ${width} pixels.`);
    const breakpointTexts = rows.filter(({ id }) => id.startsWith('4.breakpoint.')).map(({ ruleText }) => ruleText);
    expect(breakpointTexts).toEqual(['The breakpoint xs is under 576 pixels.', ...widths]);
  });

  test('the server has a route for each specified call', () => {
    const servedCalls = new Set(endpoints.map(({ method, path: at }) => `${method} ${at}`));
    const specifiedCalls = listIds('7.call:');
    expect(specifiedCalls.length).toBe(40);
    expect(specifiedCalls.filter((call) => !servedCalls.has(call))).toEqual([]);
  });

  test('each message of the specification is in the catalogue, character by character', () => {
    const messages = new Set<string>(Object.values(fieldMessages));
    const specifiedMessages = listIds('5.message:');
    expect(specifiedMessages.length).toBe(22);
    expect(specifiedMessages.filter((message) => !messages.has(message))).toEqual([]);
  });
});

type Gate = string | { any: string[] };
type TableRow = {
  path: string;
  needs: Gate;
  screen?: { layout: string };
  menu?: { label: string; needs?: Gate };
};

describe('the route table of the portal', () => {
  let routeTable: TableRow[];

  beforeAll(async () => {
    // The module is imported by its path, because the types of the portal's pages are not part of this project.
    const module: { routeTable: TableRow[] } = await import(
      path.join(root, 'packages/portal/src/app/routes/route-table.tsx')
    );
    routeTable = module.routeTable;
  });

  /** Writes a path in the form of the specification: `{userId}` instead of the router's `$userId`. */
  const toSpecifiedPath = (routerPath: string): string => routerPath.replaceAll(/\$(\w+)/g, '{$1}');
  const findRow = (specifiedPath: string) => routeTable.find((row) => toSpecifiedPath(row.path) === specifiedPath);

  /** The private routes in section 2 of the specification, with the permissions that section 2 or section 6 requires for them. */
  const privateRoutes: Record<string, Gate> = {
    '/': 'session',
    '/requests': { any: ['requests.view'] },
    '/users': { any: ['users.view'] },
    '/users/create': { any: ['users.create'] },
    '/users/{userId}/create': { any: ['requests.view'] },
    '/users/{userId}/edit': { any: ['users.edit'] },
    '/admin/release-notes': { any: ['releaseNotes.view'] },
    '/admin/release-notes/{releaseId}': { any: ['releaseNotes.viewSingle'] },
    '/admin/release-notes/{releaseId}/edit': { any: ['releaseNotes.edit'] },
    '/admin/release-notes/create': { any: ['releaseNotes.create'] },
    '/country-salesman': { any: ['countrySalesman.view'] },
    '/account': { any: ['account.view'] },
    '/license/verify': 'session',
  };

  test('the route table contains each private route of the specification with its permission', () => {
    expect(listIds('2.private:')).toEqual(Object.keys(privateRoutes));
    expect(Object.fromEntries(listIds('2.private:').map((at) => [at, findRow(at)?.needs]))).toEqual(privateRoutes);
    expect(listIds('2.private:').filter((at) => findRow(at)?.screen?.layout !== 'shell')).toEqual([]);
  });

  test('the route table contains each public route of the specification, open to everybody', () => {
    const openRoutes = [...listIds('2.public:'), ...listIds('2.open:')];
    expect(openRoutes).toHaveLength(8);
    expect(openRoutes.filter((at) => findRow(at)?.needs !== 'public')).toEqual([]);
    expect(listIds('2.public:').filter((at) => findRow(at)?.screen?.layout !== 'public')).toEqual([]);
  });

  test('the route table contains no route that is not in the specification, except the routes of decision 34', () => {
    const specifiedRoutes = new Set([...listIds('2.private:'), ...listIds('2.public:'), ...listIds('2.open:')]);
    const decisionText = readText('docs/decisions/0034-screens-beyond-the-specification.md');
    const administrationRoutes: readonly string[] = Object.keys(administration);
    const unknownRoutes = routeTable
      .map((row) => toSpecifiedPath(row.path))
      .filter((at) => !specifiedRoutes.has(at) && !/^\/(activation|register\/confirm)$/.test(at))
      .filter(
        (at) =>
          !decisionText.includes(`\`${at}\``) && !at.startsWith('/admin/brands/') && !administrationRoutes.includes(at),
      );
    expect(unknownRoutes).toEqual([]);
  });

  test('the route table contains the menu entries in the order of the specification, each with the specified permission', () => {
    const specifiedEntries = [
      ['My Account', 'account.view'],
      ['My Users', 'users.view'],
      ['Pending Requests', 'requests.view'],
      ['Country/Salesman', 'countrySalesman.view'],
      ['Release Notes', 'releaseNotes.view'],
    ];
    const specifiedLabels = specifiedEntries.map(([label]) => label);
    const menuEntries = routeTable.filter(({ menu }) => menu !== undefined && specifiedLabels.includes(menu.label));
    expect(
      menuEntries.map(({ menu, needs: gate }) => [menu?.label, ...Object.values(menu?.needs ?? gate).flat()]),
    ).toEqual(specifiedEntries);
  });
});
