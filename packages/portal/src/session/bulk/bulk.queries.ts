import { bulkLicenses, bulkReleaseNotes, bulkRequests, bulkUsers } from '@basics/contract/calls/bulk.ts';
import type { BulkResult, LicenseChange, MassAct } from '@basics/contract/calls/bulk.ts';
import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { bulkReply, SelectionSeen } from '@basics/contract/calls/lists.ts';
import { licenseSelection } from '@basics/contract/license-admin/license-lists.ts';
import { requestSelection } from '@basics/contract/requests/request-lists.ts';
import { selections, type SelectedLicense, type SelectedUser } from '@basics/contract/mass-acts/selections.ts';
import { userSelection } from '@basics/contract/users/user-lists.ts';
import { massActs, massResultsPageSize } from '@basics/contract/mass-acts/mass-acts.ts';
import { renewals } from '@basics/contract/licenses/renewals.ts';
import { users } from '@basics/contract/users/users.ts';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call } from '#portal/api/call.ts';
import type { SelectedAll } from '#portal/ui/selection/use-selection.ts';
import { callInParts } from './in-parts.ts';
import { previewAll, type AllPreview, type BulkRow } from './preview-all.ts';

type WithoutIds<BulkBody> = BulkBody extends unknown
  ? Omit<BulkBody, 'ids' | 'selection' | 'seen' | 'from' | 'preview' | 'background' | 'sample'>
  : never;
export type UserChange = WithoutIds<Body<typeof bulkUsers.changeMany>>;
export type RequestDecision = WithoutIds<Body<typeof bulkRequests.decideMany>>;

/**
 * The outcomes of a bulk call, or the act that it has started in the background. `undoIds` has one id for each call that can be undone. `all`
 * is the preview of all rows that match.
 */
export type BulkReply = { results: BulkResult[]; undoIds: string[]; act?: MassAct | undefined; all?: AllPreview };

/** The records of an act: the rows with these ids, or all rows that match, of which `seen` are those of the preview. */
export type Target = {
  ids: readonly number[];
  all?: SelectedAll | null | undefined;
  seen?: SelectionSeen | undefined;
  onPart?: (preview: AllPreview) => void;
};

/** The calls that count all rows that match the filters of a list. */
export const countSelected = {
  users: (filters: object) => call(selections.users, { body: userSelection.parse(filters) }),
  requests: (filters: object) => call(selections.requests, { body: requestSelection.parse(filters) }),
  licenses: (filters: object) => call(selections.licenses, { body: licenseSelection.parse(filters) }),
};

/** A change of more records than this runs in the background. */
const maxAtOnce = 100;

type Selection = { ids: number[]; preview?: boolean; background?: true };
type BulkCallReply = {
  results: BulkResult[];
  undo?: { id: string } | undefined;
  act?: MassAct | undefined;
  seen?: SelectionSeen | undefined;
  next?: number | undefined;
};

type Selecting = {
  preview?: boolean;
  background?: true;
  from?: number | undefined;
  seen?: SelectionSeen | undefined;
};

/** Previews or starts a change of all rows that match. */
async function changeAll<PartReply extends BulkCallReply>(
  { seen, onPart = () => {} }: Target,
  isPreview: boolean,
  callWith: (selecting: Selecting) => Promise<PartReply>,
  toRows: (reply: PartReply) => BulkRow[],
): Promise<BulkReply> {
  if (!isPreview) {
    const { act } = await callWith({ background: true, seen });
    return { results: [], undoIds: [], act };
  }
  const all = await previewAll(async (place) => {
    const reply = await callWith({ preview: true, ...place });
    return { results: reply.results, next: reply.next, seen: reply.seen, rows: toRows(reply) };
  }, onPart);
  return { results: all.results, undoIds: [], all };
}

/** Makes a change that can be undone. A preview, and a change of few records, is divided among several calls. */
async function changeRecords(
  ids: readonly number[],
  isPreview: boolean,
  callWith: (selection: Selection) => Promise<BulkCallReply>,
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

/** What a call about many records gets: the records with these ids, or those of the selection. */
type Records<Selected> = Partial<Selection> & Selecting & { selection?: Selected };

type ChangeCall<Selected, PartReply> = {
  selectionSchema: z.ZodMiniType<Selected>;
  callWith: (records: Records<Selected>) => Promise<PartReply>;
  /** Reads the rows of a part of the preview of a selection. */
  toRows: (reply: PartReply) => BulkRow[];
};

/** Previews or makes a change of the rows with these ids, or of all rows that match. */
function changeTarget<Selected, PartReply extends BulkCallReply>(
  target: Target,
  isPreview: boolean,
  { selectionSchema, callWith, toRows }: ChangeCall<Selected, PartReply>,
): Promise<BulkReply> {
  if (!target.all) return changeRecords(target.ids, isPreview, callWith);
  const selection = selectionSchema.parse(target.all.selection);
  return changeAll(target, isPreview, (selecting) => callWith({ ...selecting, selection }), toRows);
}

export const changeUsers = (target: Target, change: UserChange, isPreview: boolean): Promise<BulkReply> =>
  changeTarget(target, isPreview, {
    selectionSchema: userSelection,
    callWith: (records) => call(bulkUsers.changeMany, { body: { ...change, ...records } }),
    toRows: ({ rows = [] }) => rows.map(toUserRow),
  });

const nameOf = ({ firstName, lastName, login }: Omit<SelectedUser, 'profileID'>): string =>
  `${firstName} ${lastName}`.trim() || login;

const toUserRow = (user: SelectedUser): BulkRow => ({
  id: user.userId,
  name: nameOf(user),
  company: user.company,
  country: user.country,
});

export const decideRequests = (target: Target, decision: RequestDecision, isPreview: boolean): Promise<BulkReply> =>
  changeTarget(target, isPreview, {
    selectionSchema: requestSelection,
    callWith: (records) =>
      call(bulkRequests.decideMany, { body: { ...selectProfilesOf(records.ids, decision), ...records } }),
    toRows: ({ rows = [] }) => rows.map(toUserRow),
  });

/** Returns an approval with only the profiles for the requests with these ids. The approval of a selection has the profiles of all. */
const selectProfilesOf = (ids: readonly number[] | undefined, decision: RequestDecision): RequestDecision =>
  decision.decision === 'approve' && decision.profiles && ids
    ? { ...decision, profiles: decision.profiles.filter(({ id }) => ids.includes(id)) }
    : decision;

export const changeLicenses = (target: Target, change: LicenseChange, isPreview: boolean): Promise<BulkReply> =>
  changeTarget(target, isPreview, {
    selectionSchema: licenseSelection,
    callWith: (records) => call(bulkLicenses.changeMany, { body: { change, ...records } }),
    toRows: ({ rows = [] }) => rows.map(toLicenseRow),
  });

const toLicenseRow = ({ licenseId, machineName, expiryDate, owner }: SelectedLicense): BulkRow => ({
  id: licenseId,
  name: [machineName, nameOf(owner)].filter((part) => part !== '').join(', '),
  company: owner.company,
  country: owner.country,
  personId: owner.userId,
  lastDay: expiryDate,
});

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

/** How records are deleted. The deletion of users can be undone, so that its call is the one of the other changes of users. */
export type Deletion =
  | { kind: 'users' }
  | { kind: 'requests' | 'releaseNotes'; remove: (ids: readonly number[]) => Promise<DeletionResults> };

const deletionPreviews = { requests: bulkUsers.previewDeletion, releaseNotes: bulkReleaseNotes.previewDeletion };

/** Deletes records, or returns what the deletion would do. */
export async function deleteRecords(deletion: Deletion, target: Target, isPreview: boolean): Promise<BulkReply> {
  if (deletion.kind === 'users') return changeUsers(target, { change: 'delete' }, isPreview);
  if (deletion.kind === 'requests' && target.all) return decideRequests(target, { decision: 'delete' }, isPreview);
  const preview = deletionPreviews[deletion.kind];
  const results = isPreview
    ? await callInParts<BulkResult>(target.ids, (body) => call(preview, { body }))
    : toBulkResults(await deletion.remove(target.ids));
  return { results, undoIds: [] };
}

const toBulkResults = (results: DeletionResults): BulkResult[] =>
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
