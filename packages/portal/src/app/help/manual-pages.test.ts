import { isPermitted, listPermissions } from '@basics/contract/calls/permissions.ts';
import { expect, test } from 'vitest';
import { routeTable } from '../routes/route-table.tsx';
import { findManualPage } from './help-panel.tsx';

test('each screen with a menu has a page in the manual', () => {
  const paths = routeTable.filter(({ screen }) => screen?.layout === 'shell').map(({ path }) => path);
  expect(paths.filter((path) => findManualPage(path) === undefined)).toEqual([]);
});

test('the help of the pages of a customer mentions nothing that only staff can do', () => {
  const customer = { profileID: 7, permissions: listPermissions({ userRole: 'SmallCustomer', userId: 1 }) };
  const pages = routeTable
    .filter(({ screen, needs }) => screen?.layout === 'shell' && isPermitted(needs, customer))
    .map(({ path }) => findManualPage(path));
  expect(pages.length).toBeGreaterThan(5);
  const text = pages.flatMap((page) => (page ? [page.about, ...page.steps] : [])).join('\n');
  expect(text).not.toMatch(/\bstaff\b|revoke|as a (salesman|deputy)|a user\b|list behind/i);
});
