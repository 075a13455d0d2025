import { useNavigate, useSearch } from '@tanstack/react-router';
import type { QueryKey } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { createContext } from 'react';
import type { Elements } from '#portal/ui/layout/layout.tsx';

/** Changes some search parameters; with `replace` the Back button skips the previous values. */
export type Change<State> = (change: Partial<State>, options?: { replace: boolean }) => void;

/**
 * Returns the state of a page that is stored in its address (page, filters, sort order), read by a schema. All fields of the schema have a
 * default or are optional; invalid values are read as the defaults. `change` changes some fields; `undefined` removes a field.
 */
export function useSearchState<Schema extends z.ZodMiniType<Record<string, unknown>>>(
  schema: Schema,
): [state: z.infer<Schema>, change: Change<z.infer<Schema>>] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const parsedSearch = schema.safeParse(search);
  return [parsedSearch.success ? parsedSearch.data : schema.parse({}), useSearchChange()];
}

/** Returns a function that changes search parameters by name. */
export function useSearchChange(): Change<Readonly<Record<string, unknown>>> {
  const navigate = useNavigate();
  return (change, options) =>
    void navigate({
      to: '.',
      // The change is applied to the latest search parameters, so that two changes in a row are both kept.
      search: (latest: Record<string, unknown>) => ({ ...latest, ...change }),
      replace: options?.replace ?? false,
      resetScroll: false,
    });
}

/** What the saved views of a list need to know about the list. `readQuery` reads the search of an address that is a query string. */
export type ViewedList = {
  key?: QueryKey | undefined;
  filterNames: readonly string[];
  hasRows: boolean;
  readQuery?: ((query: string) => object | null) | undefined;
};

/** Renders the saved views of the list on the page, above its filters; null where views cannot be saved. */
export const SavedViewsContext = createContext<((list: ViewedList) => Elements) | null>(null);

const listsWithViewsKey = 'listsWithViews';

/** Returns the paths of the lists that had saved views when they were last shown, so that there is space for the tabs before they are loaded. */
export const readListsWithViews = (): readonly string[] => localStorage.getItem(listsWithViewsKey)?.split(' ') ?? [];

export function storeHasViews(path: string, hasViews: boolean): void {
  const otherPaths = readListsWithViews().filter((other) => other !== path);
  localStorage.setItem(listsWithViewsKey, (hasViews ? [...otherPaths, path] : otherPaths).join(' '));
}

/**
 * Returns a function that checks whether a link leads to the given address; the search parameters may be in another
 * order.
 */
export const isLinkTo =
  (currentAddress: string) =>
  (link: HTMLAnchorElement): boolean =>
    normalizeAddress(link.href) === normalizeAddress(currentAddress);

function normalizeAddress(address: string): string {
  const url = new URL(address, location.origin);
  url.searchParams.sort();
  return url.href;
}
