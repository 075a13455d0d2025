import type { useRouter } from '@tanstack/react-router';
import { listMenuEntries } from '../menu/menu.tsx';
import type { Visitor } from '../routes/guard.ts';
import { routeTable } from '../routes/route-table.tsx';

/** Lists the pages of the menu of this visitor that the key G and a letter open. */
export const listPageKeys = (visitor: Visitor) =>
  listMenuEntries(visitor, routeTable).flatMap(({ path, label, letter }) =>
    letter === undefined ? [] : [{ path, label, letter }],
  );

/** Opens the page of the menu with this letter. */
export async function openPage(
  router: ReturnType<typeof useRouter>,
  visitor: Visitor | null,
  letter: string,
): Promise<void> {
  const to = visitor && listPageKeys(visitor).find((pageKey) => pageKey.letter === letter)?.path;
  if (to) await router.navigate({ to });
}
