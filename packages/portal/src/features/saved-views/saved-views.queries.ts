import { savedViews, type SavedView } from '@basics/contract/saved-views/saved-views.ts';
import { queryOptions, useMutation, useQueryClient, type MutationMeta } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';

/** Loads all views that the user has saved. */
export const viewsQuery = queryOptions({
  queryKey: ['savedViews'],
  queryFn: ({ signal }) => call(savedViews.list, { signal }),
  staleTime: Infinity,
});

/** Returns a mutation that saves a view under its name, or removes the view if its `query` is null. `meta` can say how a failure is shown. */
export function useSaveView(meta: MutationMeta = {}) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (view: Omit<SavedView, 'query'> & { query: string | null }) => call(savedViews.save, { body: view }),
    onSuccess: (reply) => client.setQueryData(viewsQuery.queryKey, reply),
    meta,
  });
}
