import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { renewals } from '@basics/contract/renewals.ts';
import { call } from '#portal/api/call.ts';
import { callInParts } from '#portal/api/in-parts.ts';

/** The key of the lists of licences, so that they are loaded again together. */
const all = ['licenseAdmin', 'renewals'] as const;

/** The weeks ahead, and the customers of the week that begins on this day. */
export const createRenewalsQuery = (firstDay: string | undefined) =>
  queryOptions({
    queryKey: [...all, firstDay],
    queryFn: ({ signal }) =>
      call(renewals.renewalWeeks, { query: { ...(firstDay !== undefined && { from: firstDay }) }, signal }),
    placeholderData: keepPreviousData,
  });

/** Mails each customer one list of the licences that end until a day, or says in a preview who would get it. */
export const remindOwners = (ids: readonly number[], lastDay: string, preview = false) =>
  callInParts(ids, (partIds) => call(renewals.remindOwners, { body: { ids: partIds, until: lastDay, preview } }));

/** What a renewal pack would contain. Its key is not among the lists, so that sending the pack does not ask again. */
export const createPackQuery = (userId: number) =>
  queryOptions({
    queryKey: ['renewalPack', userId],
    queryFn: ({ signal }) => call(renewals.sendPack, { params: { id: userId }, body: { preview: true }, signal }),
    staleTime: Infinity,
    gcTime: 0,
  });

export const sendPack = (userId: number) => call(renewals.sendPack, { params: { id: userId }, body: {} });
