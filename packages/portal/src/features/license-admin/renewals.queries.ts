import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { renewals } from '@basics/contract/renewals.ts';
import { call } from '#portal/api/call.ts';
import { callInParts } from '#portal/session/editing/in-parts.ts';

/** The query key begins with the key of the lists of licences, so that all of them are loaded again together. */
const all = ['licenseAdmin', 'renewals'] as const;

/** The weeks ahead, and the customers of a week: `from` is its first day, `after` the position of the page before. */
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

/** Mails each customer one list of the licences that end until a day, or says in a preview who would get it. */
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
