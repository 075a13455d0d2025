import { bulkLicenses, bulkReleaseNotes, bulkRequests, bulkUsers } from '@basics/contract/calls/bulk.ts';
import type { BulkResult, LicenseChange, MassAct } from '@basics/contract/calls/bulk.ts';
import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { bulkReply } from '@basics/contract/calls/lists.ts';
import { massActs, massResultsPageSize } from '@basics/contract/mass-acts/mass-acts.ts';
import { renewals } from '@basics/contract/licenses/renewals.ts';
import { users } from '@basics/contract/users/users.ts';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call } from '#portal/api/call.ts';
import { callInParts } from './in-parts.ts';

type WithoutIds<BulkBody> = BulkBody extends unknown
  ? Omit<BulkBody, 'ids' | 'selection' | 'preview' | 'background' | 'sample'>
  : never;
export type UserChange = WithoutIds<Body<typeof bulkUsers.changeMany>>;
export type RequestDecision = WithoutIds<Body<typeof bulkRequests.decideMany>>;

/** The outcomes of a bulk call, or the act that it has started in the background. `undoIds` has one id for each call that can be undone. */
export type BulkReply = { results: BulkResult[]; undoIds: string[]; act?: MassAct | undefined };

/** A change of more records than this runs in the background. */
const maxAtOnce = 100;

type Selection = { ids: number[]; preview?: boolean; background?: true };

/** Makes a change that can be undone. A preview, and a change of few records, is divided among several calls. */
async function changeRecords(
  ids: readonly number[],
  isPreview: boolean,
  callWith: (
    selection: Selection,
  ) => Promise<{ results: BulkResult[]; undo?: { id: string } | undefined; act?: MassAct | undefined }>,
): Promise<BulkReply> {
  if (!isPreview && ids.length > maxAtOnce) {
    const { act } = await callWith({ ids: [...ids], background: true });
    return { results: [], undoIds: [], act };
  }
  const undoIds: string[] = [];
  const results = await callInParts<BulkResult>(ids, async (partIds) => {
    const reply = await callWith({ ids: partIds, preview: isPreview });
    if (reply.undo) undoIds.push(reply.undo.id);
    return reply;
  });
  return { results, undoIds };
}

export const changeUsers = (ids: readonly number[], change: UserChange, isPreview: boolean): Promise<BulkReply> =>
  changeRecords(ids, isPreview, (selection) => call(bulkUsers.changeMany, { body: { ...change, ...selection } }));

export const decideRequests = (
  ids: readonly number[],
  decision: RequestDecision,
  isPreview: boolean,
): Promise<BulkReply> =>
  changeRecords(ids, isPreview, (selection) =>
    call(bulkRequests.decideMany, { body: { ...selectProfilesOf(selection.ids, decision), ...selection } }),
  );

/** Returns an approval with only the profiles for the given requests, because one call accepts only as many profiles as ids. */
const selectProfilesOf = (ids: readonly number[], decision: RequestDecision): RequestDecision =>
  decision.decision === 'approve' && decision.profiles
    ? { ...decision, profiles: decision.profiles.filter(({ id }) => ids.includes(id)) }
    : decision;

export const changeLicenses = (ids: readonly number[], change: LicenseChange, isPreview: boolean): Promise<BulkReply> =>
  changeRecords(ids, isPreview, (selection) => call(bulkLicenses.changeMany, { body: { change, ...selection } }));

/** Sends each customer one e-mail that lists the licences that expire until `lastDay`. */
export const remindOwners = (ids: readonly number[], lastDay: string, isPreview = false): Promise<BulkReply> =>
  changeRecords(ids, isPreview, (selection) => call(renewals.remindOwners, { body: { until: lastDay, ...selection } }));

type Sample = 'show' | 'sendToMe';
export type SampleMail = { to: string; subject: string; text: string };
/** Reads the e-mails that an act would send about one record; `sendToMe` also sends them to the user. */
export type ReadSample = (id: number, sample: Sample) => Promise<SampleMail[]>;

const readMails = ({ mails = [] }: { mails?: SampleMail[] | undefined }): SampleMail[] => mails;

export const sampleUsers =
  (change: UserChange): ReadSample =>
  async (id, sample) =>
    readMails(await call(bulkUsers.changeMany, { body: { ...change, ids: [id], sample } }));

export const sampleRequests =
  (decision: RequestDecision): ReadSample =>
  async (id, sample) =>
    readMails(await call(bulkRequests.decideMany, { body: { ...decision, ids: [id], sample } }));

export const sampleLicenses =
  (change: LicenseChange): ReadSample =>
  async (id, sample) =>
    readMails(await call(bulkLicenses.changeMany, { body: { change, ids: [id], sample } }));

export const sampleReminders =
  (lastDay: string): ReadSample =>
  async (id, sample) =>
    readMails(await call(renewals.remindOwners, { body: { until: lastDay, ids: [id], sample } }));

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

const isActive = ({ state }: MassAct): boolean => state === 'running' || state === 'undoing';

/** Loads the progress of an act in the background, every second while it runs. */
export const createActQuery = (startedAct: MassAct) =>
  queryOptions({
    queryKey: ['bulk', 'act', startedAct.actId],
    queryFn: ({ signal }) => call(massActs.get, { params: { actId: startedAct.actId }, signal }),
    initialData: startedAct,
    refetchInterval: ({ state }) => (state.data && isActive(state.data) ? 1000 : false),
  });

/** Loads the outcome of each record of an act that has ended, page by page. */
export const createActResultsQuery = ({ actId, state, done }: MassAct) =>
  queryOptions({
    queryKey: ['bulk', 'act', actId, state, done],
    queryFn: async ({ signal }) => {
      const results: BulkResult[] = [];
      for (let pageNumber = 1; ; pageNumber += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one page after the other
        const page = await call(massActs.results, { params: { actId }, query: { pageNumber }, signal });
        results.push(...page.results);
        if (pageNumber * massResultsPageSize >= page.total) return results;
      }
    },
  });

export const stopAct = (actId: number): Promise<MassAct> => call(massActs.stop, { params: { actId } });
export const undoMassAct = (actId: number): Promise<MassAct> => call(massActs.undo, { params: { actId } });
