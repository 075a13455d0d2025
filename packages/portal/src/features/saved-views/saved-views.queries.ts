import { listCounts, type ListCount } from '@basics/contract/saved-views/list-counts.ts';
import { savedViews, type SavedView, type SharedView } from '@basics/contract/saved-views/saved-views.ts';
import {
  keepPreviousData,
  queryOptions,
  skipToken,
  useMutation,
  useQueryClient,
  type MutationMeta,
} from '@tanstack/react-query';
import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import type * as z from 'zod/mini';
import { limits } from '@basics/contract/calls/limits.ts';
import { call } from '#portal/api/call.ts';
import type { ViewedList } from '#portal/ui/filters/search-state.ts';

/** Loads the views that the user has saved, and those that are shared. */
export const viewsQuery = queryOptions({
  queryKey: ['savedViews'],
  queryFn: ({ signal }) => call(savedViews.list, { signal }),
  staleTime: 300_000,
});

type CountCall = Endpoint & {
  body: z.ZodMiniType<{ searches: object[] }>;
  reply: (typeof listCounts)['users']['reply'];
};

/** The calls that count the rows of a list, by the path of its page. The views of other lists have no numbers. */
const countCalls = new Map<string, CountCall>([
  ['/users', listCounts.users],
  ['/requests', listCounts.requests],
  ['/licenses', listCounts.licenses],
]);

export const isCounted = (path: string): boolean => countCalls.has(path);

/** Counts the rows of several addresses, which are query strings, with one call. An address that the list does not accept has no number. */
export function createCountsQuery(
  path: string,
  { key = viewsQuery.queryKey, readQuery }: ViewedList,
  queries: readonly string[],
) {
  const searches = queries.slice(0, limits.list.counts).map((query) => readQuery?.(query) ?? null);
  const count = countCalls.get(path);
  const found = searches.filter((search) => search !== null);
  return queryOptions({
    queryKey: [...key, 'counts', searches],
    queryFn: count
      ? async ({ signal }): Promise<(ListCount | undefined)[]> => {
          const { counts } = await call<CountCall>(count, { body: { searches: found }, signal });
          return searches.map((search) => (search === null ? undefined : counts.shift()));
        }
      : skipToken,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** A view of a list; a shared view has `opensFor`. */
export type View = SavedView & Partial<Pick<SharedView, 'opensFor'>>;

/** Returns a mutation that saves a view under its name, or removes the view if its `query` is null. `meta` can say how a failure is shown. */
export function useSaveView(meta: MutationMeta = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ opensFor, ...view }: Omit<View, 'query'> & { query: string | null }) =>
      opensFor ? call(savedViews.share, { body: { ...view, opensFor } }) : call(savedViews.save, { body: view }),
    onSuccess: (reply) => client.setQueryData(viewsQuery.queryKey, reply),
    meta,
  });
}
