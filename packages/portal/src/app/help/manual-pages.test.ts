import { expect, test } from 'vitest';
import { routeTable } from '../route-table.tsx';
import { findManualPage } from './manual-pages.ts';

test('each screen with a menu has a page in the manual', () => {
  const paths = routeTable.filter(({ screen }) => screen?.layout === 'shell').map(({ path }) => path);
  expect(paths.filter((path) => findManualPage(path) === undefined)).toEqual([]);
});
