import { endpoints } from '@basics/contract/api.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { writeTestPages } from './testing/built-pages.ts';
import { listDeclaredRoutes, parseRoutes } from './testing/routes.ts';
import { suitePortal } from './testing/processes/suite-portal.ts';

describe('the routes of the server', async () => {
  const pages = await writeTestPages();
  afterAll(() => pages.remove());
  const portal = suitePortal('SQLite', { pages: pages.folder });

  test('the router serves every call of the contract, and only the other routes in this list (T235)', () => {
    const printedRoutes = portal().http.printRoutes({ commonPrefix: false });
    expect(parseRoutes(printedRoutes)).toEqual(listDeclaredRoutes(endpoints));
  });
});
