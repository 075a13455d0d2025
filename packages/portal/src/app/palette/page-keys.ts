import { listMenuEntries } from '../menu/menu.tsx';
import type { Visitor } from '../routes/guard.ts';
import { routeTable } from '../routes/route-table.tsx';

/** Lists the pages of the menu of this visitor that the key G and a letter open. */
export const listPageKeys = (visitor: Visitor) =>
  listMenuEntries(visitor, routeTable).flatMap(({ path, label, letter }) =>
    letter === undefined ? [] : [{ path, label, letter }],
  );
