import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { renewals } from '@basics/contract/renewals.ts';
import { call } from '#portal/api/call.ts';
import { callInParts } from '#portal/session/editing/in-parts.ts';

/** The query key begins with the key of the lists of licences, so that all of them are loaded again together. */
const all = ['licenseAdmin', 'renewals'] as const;

/**
 * Loads the coming weeks and the customers of one week. `from` is the first day of that week, `after` the end of the previous page of
 * customers.
 */
export const createRenewalsQuery = ({ from, after }: { from?: string | undefined; after?: string | undefined }) =>
  queryOptions({
    queryKey: [...all, from, after],
    queryFn: ({ signal }) =>
      call(renewals.renewalWeeks, {
        query: { ...(from !== undefined && { from }), ...(after !== undefined && { after }) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

/** Sends each customer one e-mail that lists the licences that end by a day. With `preview`, only returns who would get the e-mail. */
export const remindOwners = (ids: readonly number[], lastDay: string, preview = false) =>
  callInParts(ids, (partIds) => call(renewals.remindOwners, { body: { ids: partIds, until: lastDay, preview } }));

/** Reloads the weeks and customers, for example after reminders were sent. */
export const invalidateRenewals = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: all });

/** Loads the content of a renewal pack. The key of the query is not among the lists, so that the pack is not loaded again after it was sent. */
export const createPackQuery = (userId: number) =>
  queryOptions({
    queryKey: ['renewalPack', userId],
    queryFn: ({ signal }) => call(renewals.sendPack, { params: { id: userId }, body: { preview: true }, signal }),
    staleTime: Infinity,
    gcTime: 0,
  });

export const sendPack = (userId: number) => call(renewals.sendPack, { params: { id: userId }, body: {} });
