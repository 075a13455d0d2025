import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { renewals } from '@basics/contract/licenses/renewals.ts';
import { call } from '#portal/api/call.ts';

/**
 * The query key begins with the key of the lists of licences, so that renewals are loaded again together with these
 * lists.
 */
const renewalsKey = ['licenseAdmin', 'renewals'] as const;

/**
 * Loads the coming weeks and the customers of one week. `from` is the first day of that week, and `after` is the
 * position of the last customer on the previous page.
 */
export const createRenewalsQuery = ({ from, after }: { from?: string | undefined; after?: string | undefined }) =>
  queryOptions({
    queryKey: [...renewalsKey, from, after],
    queryFn: ({ signal }) =>
      call(renewals.renewalWeeks, {
        query: { ...(from !== undefined && { from }), ...(after !== undefined && { after }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Loads what was renewed and lost in the last twelve months. */
export const renewalMonthsQuery = queryOptions({
  queryKey: [...renewalsKey, 'months'],
  queryFn: ({ signal }) => call(renewals.renewalMonths, { signal }),
});

/** Reloads the weeks and customers, for example after reminders were sent. */
export const invalidateRenewals = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: renewalsKey });

/**
 * Loads the content of a renewal pack. The query key of the pack does not begin with the key of the lists, so that the
 * pack is not loaded again after it was sent.
 */
export const createPackQuery = (userId: number) =>
  queryOptions({
    queryKey: ['renewalPack', userId],
    queryFn: ({ signal }) => call(renewals.sendPack, { params: { id: userId }, body: { preview: true }, signal }),
    staleTime: Infinity,
    gcTime: 0,
  });

export const sendPack = (userId: number) => call(renewals.sendPack, { params: { id: userId }, body: {} });
