import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { pageAddresses } from '../e2e/page-addresses.ts';
import { root } from '../scripts/root.mjs';

type RouteRow = { path: string; needs: unknown };

/** Creates a pattern that matches the addresses of a route; `$userId` matches any value. */
const createAddressPattern = (routePath: string): RegExp =>
  new RegExp(`^${routePath.replaceAll(/\$\w+/g, String.raw`(?!create$)[^/?#]+`)}(?:[?#]|$)`);

/** Returns the paths of the routes that no address opens. */
function findRoutesWithoutAddress(rows: readonly RouteRow[], addresses: readonly string[]): string[] {
  const isOpened = (routePath: string) => addresses.some((address) => createAddressPattern(routePath).test(address));
  return rows.map((row) => row.path).filter((routePath) => !isOpened(routePath));
}

describe('the addresses that axe and the test of touch targets open', () => {
  let routeTable: RouteRow[];

  beforeAll(async () => {
    // The module is imported by its path, because the types of the portal's pages are not part of this project.
    const module: { routeTable: RouteRow[] } = await import(
      path.join(root, 'packages/portal/src/app/routes/route-table.tsx')
    );
    routeTable = module.routeTable;
  });

  test('for each public route, the list of page addresses contains an address that visitors open', () => {
    const publicRows = routeTable.filter(({ needs }) => needs === 'public');
    expect(publicRows.length).toBeGreaterThan(10);
    expect(findRoutesWithoutAddress(publicRows, pageAddresses['nobody'] ?? [])).toEqual([]);
  });

  test('for each route that is not public, the list of page addresses contains an address that the administrator opens', () => {
    const signedInRows = routeTable.filter(({ needs }) => needs !== 'public');
    expect(signedInRows.length).toBeGreaterThan(25);
    expect(findRoutesWithoutAddress(signedInRows, pageAddresses['administrator'] ?? [])).toEqual([]);
  });

  test('the check reports a route that no address opens', () => {
    const rows = ['/users', '/users/$userId', '/users/create', '/terms'].map((at) => ({ path: at, needs: 'public' }));
    expect(findRoutesWithoutAddress(rows, ['/users?status=active', '/users/create'])).toEqual([
      '/users/$userId',
      '/terms',
    ]);
  });
});
