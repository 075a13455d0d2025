import { bulkLicenses, bulkReleaseNotes, bulkRequests, bulkUsers } from '@basics/contract/calls/bulk.ts';
import type { BulkResult, LicenseChange } from '@basics/contract/calls/bulk.ts';
import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { bulkReply } from '@basics/contract/calls/lists.ts';
import { users } from '@basics/contract/users/users.ts';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call } from '#portal/api/call.ts';
import { callInParts } from './in-parts.ts';

type WithoutIds<BulkBody> = BulkBody extends unknown ? Omit<BulkBody, 'ids' | 'preview'> : never;
export type UserChange = WithoutIds<Body<typeof bulkUsers.changeMany>>;
export type RequestDecision = WithoutIds<Body<typeof bulkRequests.decideMany>>;

type BulkReply = { results: BulkResult[]; undoIds: string[] };

/** Makes a change that can be undone. `undoIds` has one id for each call. */
async function changeUndoably(
  ids: readonly number[],
  callWithIds: (partIds: number[]) => Promise<{ results: BulkResult[]; undo?: { id: string } | undefined }>,
): Promise<BulkReply> {
  const undoIds: string[] = [];
  const results = await callInParts<BulkResult>(ids, async (partIds) => {
    const reply = await callWithIds(partIds);
    if (reply.undo) undoIds.push(reply.undo.id);
    return reply;
  });
  return { results, undoIds };
}

export const changeUsers = (ids: readonly number[], change: UserChange, preview: boolean): Promise<BulkReply> =>
  changeUndoably(ids, (partIds) => call(bulkUsers.changeMany, { body: { ...change, ids: partIds, preview } }));

export const decideRequests = (
  ids: readonly number[],
  decision: RequestDecision,
  preview: boolean,
): Promise<BulkReply> =>
  changeUndoably(ids, (partIds) =>
    call(bulkRequests.decideMany, { body: { ...selectProfilesOf(partIds, decision), ids: partIds, preview } }),
  );

/** Returns an approval with only the profiles for the given requests, because one call accepts only as many profiles as ids. */
const selectProfilesOf = (ids: readonly number[], decision: RequestDecision): RequestDecision =>
  decision.decision === 'approve' && decision.profiles
    ? { ...decision, profiles: decision.profiles.filter(({ id }) => ids.includes(id)) }
    : decision;

export const changeLicenses = (ids: readonly number[], change: LicenseChange, preview: boolean): Promise<BulkReply> =>
  changeUndoably(ids, (partIds) => call(bulkLicenses.changeMany, { body: { change, ids: partIds, preview } }));

type DeletionResults = z.infer<typeof bulkReply>['results'];

/** Deletes records, and returns the outcome for each id. */
export type DeleteRecords = (ids: readonly number[]) => Promise<DeletionResults>;

/** The calls that return what a deletion of users, requests or release notes would do, for each id. */
export const deletionPreviews = {
  users: (ids: readonly number[]) =>
    callInParts<BulkResult>(ids, (partIds) => call(bulkUsers.previewDeletion, { body: partIds })),
  releaseNotes: (ids: readonly number[]) =>
    callInParts<BulkResult>(ids, (partIds) => call(bulkReleaseNotes.previewDeletion, { body: partIds })),
};
export type DeletableKind = keyof typeof deletionPreviews;

export const toBulkResults = (results: DeletionResults): BulkResult[] =>
  results.map(({ outcome, ...result }) =>
    outcome === 'deleted' ? { ...result, outcome: 'done', effect: 'deleted' } : { ...result, outcome },
  );

export type BulkOptions = Reply<typeof users.options>;

/** The query of the tools and brands to choose from. */
export const bulkOptions = queryOptions({
  queryKey: ['bulk', 'options'],
  queryFn: ({ signal }) => call(users.options, { signal }),
  staleTime: 300_000,
});
