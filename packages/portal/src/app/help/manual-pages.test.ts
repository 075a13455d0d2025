import { expect, test } from 'vitest';
import { routeTable } from '../routes/route-table.tsx';
import { findManualPage } from './help-panel.tsx';

test('each screen with a menu has a page in the manual', () => {
  const paths = routeTable.filter(({ screen }) => screen?.layout === 'shell').map(({ path }) => path);
  expect(paths.filter((path) => findManualPage(path) === undefined)).toEqual([]);
});
