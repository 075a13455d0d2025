import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { day, moment, shortText, databaseInteger, undoFields } from '../fields/fields.ts';
import { limits } from './limits.ts';
import { idList, massIdList, selectionSeen } from './lists.ts';
import { selectedLicense, selectedUser } from '../mass-acts/selections.ts';
import { licenseSelection } from '../license-admin/license-lists.ts';
import { requestSelection } from '../requests/request-lists.ts';
import { userSelection } from '../users/user-lists.ts';
import { requiredText } from '../fields/required-text.ts';
import { fieldMessages } from '../texts/field-messages.ts';

/** What a bulk call does to one record. The effects in `takingEffects` take something away from a person. */
const takingEffects = ['shorterTerm', 'toolEnded', 'addOnsEnded', 'suspended', 'deleted', 'rejected'] as const;
const massEffect = z.enum([
  ...takingEffects,
  'approvedDuplicate',
  'newTool',
  'longerTerm',
  'addOnsAdded',
  'brandChanged',
  'invited',
  'approved',
  'renewed',
  'sent',
  'reminded',
  'unchanged',
  'undone',
]);
export type MassEffect = z.infer<typeof massEffect>;

/**
 * The records on which a bulk call has the same effect. Refused records with the same reason are one group. An outcome without an effect is
 * a group too, such as a record that was not found.
 */
const effectGroup = {
  outcome: z.enum(['done', 'notFound', 'refused']),
  effect: z.optional(massEffect),
  message: z.optional(z.string()),
  takesAway: z.boolean(),
};

const effectCount = z.strictObject({ ...effectGroup, count: z.int() });
export type EffectCount = z.infer<typeof effectCount>;

/**
 * What a preview also returns: the number of records with each effect, first the effects that take something away, then the refused records.
 * `touches` counts the people whose records would change, and their companies.
 */
export const previewFields = {
  effects: z.optional(z.array(effectCount)),
  touches: z.optional(z.strictObject({ people: z.int(), companies: z.int() })),
  /** In the reply to `sample`: the e-mails that the act sends about the first of the records. */
  mails: z.optional(z.array(z.strictObject({ to: z.string(), subject: z.string(), text: z.string() }))),
};

/**
 * In the preview of a selection: what the selection contains, and the first id after this part; absent after the last part. `rows` has
 * what an act shows of each record of the part.
 */
const createPart = <Row extends z.ZodMiniType>(row: Row) => ({
  seen: z.optional(selectionSeen),
  next: z.optional(z.int()),
  rows: z.optional(z.array(row)),
});

export type PreviewFields = { [name in keyof typeof previewFields]?: z.infer<(typeof previewFields)[name]> };

/** What an act in the background does. */
const massActKind = z.enum(['users', 'requests', 'licenses', 'reminders', 'deletion', 'releaseNote']);
export type MassActKind = z.infer<typeof massActKind>;

/**
 * An act on many records that runs in the background. `change` is the change of its call, such as `approve`. `done` of `of` records have an
 * outcome, or are undone if the state is `undoing`. `undo` is absent while the act runs, and when it can no longer be undone.
 */
export const massAct = z.strictObject({
  actId: z.int(),
  kind: massActKind,
  change: z.string(),
  state: z.enum(['running', 'done', 'stopped', 'undoing', 'undone']),
  createdAt: moment,
  finishedAt: z.nullable(moment),
  of: z.int(),
  done: z.int(),
  effects: z.array(effectCount),
  /** Sentences about what was not undone, such as an e-mail that was sent meanwhile. */
  remains: z.array(z.string()),
  ...undoFields,
});
export type MassAct = z.infer<typeof massAct>;

/** In the reply of a bulk call with `background`: the act that the call has started. */
export const startedAct = { act: z.optional(massAct) };

/**
 * Every bulk call takes ids and returns an outcome for each id. A preview returns the same outcomes, but changes nothing. With `background`,
 * the call starts an act for up to 25,000 ids and returns it instead of the outcomes.
 */
export const rowSelection = {
  ids: massIdList,
  preview: z.optional(z.boolean()),
  background: z.optional(z.boolean()),
  /** Changes nothing and returns the e-mails that the act would send; `sendToMe` also sends them to the caller. */
  sample: z.optional(z.enum(['show', 'sendToMe'])),
};
export const rowOutcome = z.strictObject({
  id: z.int(),
  outcome: z.enum(['done', 'notFound', 'refused']),
  message: z.optional(z.string()),
  effect: z.optional(massEffect),
});
export const changeReply = z.strictObject({ results: z.array(rowOutcome), ...previewFields });
/** When requests are approved, the outcome of each request also contains the profile that the applicant gets. */
const decideReply = z.strictObject({
  results: z.array(z.extend(rowOutcome, { profileID: z.optional(z.int()) })),
  ...previewFields,
  ...createPart(selectedUser),
  ...undoFields,
  ...startedAct,
});

const grantDays = { validFrom: z.nullable(day), validTo: z.nullable(day) };
/**
 * The first and the last day of a grant after the change, and in `before` those days before the change. `before` is null if the user did
 * not have the tool. A day is null if the grant has no first or no last day.
 */
const grantEffect = z.strictObject({ ...grantDays, before: z.nullable(z.strictObject(grantDays)) });
export type GrantEffect = z.infer<typeof grantEffect>;
/**
 * When a change grants or ends a tool, the outcome for each user also contains the first and the last day of the grant, as they were before
 * the change and as they are now.
 */
const changeUsersReply = z.strictObject({
  results: z.array(z.extend(rowOutcome, { grant: z.optional(grantEffect) })),
  ...previewFields,
  ...createPart(selectedUser),
  ...undoFields,
  ...startedAct,
});
/** When licences are renewed, the outcome for each licence also contains the last day of the new licence. */
const changeLicensesReply = z.strictObject({
  results: z.array(z.extend(rowOutcome, { expiryDate: z.optional(day) })),
  ...previewFields,
  ...createPart(selectedLicense),
  ...startedAct,
});
/** The outcome for one record, with the optional fields that only some of the calls return. */
export type BulkResult = z.infer<typeof decideReply>['results'][number] &
  z.infer<typeof changeUsersReply>['results'][number] &
  z.infer<typeof changeLicensesReply>['results'][number];

export type EffectGroup<Result> = z.infer<z.ZodMiniObject<typeof effectGroup>> & { results: Result[] };

/** Groups the outcomes of a bulk call by their effect: first what takes something away, then the refused records, then the rest. */
export function groupByEffect<Result extends z.infer<typeof rowOutcome>>(
  results: readonly Result[],
): EffectGroup<Result>[] {
  const groups = new Map<string, EffectGroup<Result>>();
  for (const result of results) {
    const { outcome, effect, message } = result;
    const key = JSON.stringify([outcome, effect, message]);
    const group = groups.get(key);
    if (group) group.results.push(result);
    else
      groups.set(key, {
        outcome,
        ...(effect !== undefined && { effect }),
        ...(message !== undefined && { message }),
        takesAway: isTakingEffect(effect),
        results: [result],
      });
  }
  return [...groups.values()].toSorted(
    (first, second) => rankEffect(first) - rankEffect(second) || second.results.length - first.results.length,
  );
}

/** Returns whether an effect takes something away from a person. */
export const isTakingEffect = (effect: MassEffect | undefined): boolean =>
  takingEffects.some((takingEffect) => takingEffect === effect);

/** The rank of a group of records: first what takes something away, then the refused records, then the rest. */
export function rankEffect({ takesAway, outcome, effect }: Omit<EffectCount, 'count' | 'message'>): number {
  if (takesAway) return 0;
  if (effect === 'approvedDuplicate') return 1;
  if (outcome !== 'done') return 2;
  return effect === 'unchanged' ? 4 : 3;
}

/**
 * Instead of `ids`, a bulk call accepts the filters of the list as `selection`; the server then finds the records, in the order of their
 * ids. A preview contains a part of them: 200 records from the first, or 1,000 from the id `from`. `seen` is what the preview has returned.
 */
const createRowSelection = <Selection extends z.ZodMiniType>(selection: Selection) => ({
  ...rowSelection,
  ids: z.optional(rowSelection.ids),
  selection: z.optional(selection),
  seen: z.optional(selectionSeen),
  from: z.optional(databaseInteger()),
});
const selectedUsers = createRowSelection(userSelection);
const selectedRequests = createRowSelection(requestSelection);
const selectedLicenses = createRowSelection(licenseSelection);

const reason = requiredText(fieldMessages.reason, limits.text.reason);
const grantFields = {
  tool: requiredText(fieldMessages.tool, limits.text.name),
  brand: requiredText(fieldMessages.brand, limits.text.name),
};
const addOn = requiredText(fieldMessages.notAllowed, limits.text.name);

/**
 * One change for many users: send a new invitation, suspend or delete the users, set the brand, grant a tool with its days and add-ons, end a grant,
 * or add or end one add-on of a grant.
 */
const changeUsersBody = z.discriminatedUnion('change', [
  z.strictObject({ ...selectedUsers, change: z.literal('invite') }),
  z.strictObject({ ...selectedUsers, change: z.literal('suspend'), reason }),
  z.strictObject({ ...selectedUsers, change: z.literal('delete') }),
  z.strictObject({ ...selectedUsers, change: z.literal('brand'), brand: grantFields.brand }),
  z.strictObject({
    ...selectedUsers,
    change: z.literal('grant'),
    ...grantFields,
    validTo: z.optional(z.nullable(day)),
    configTools: z.optional(z.array(shortText).check(z.maxLength(limits.tool.addOns))),
  }),
  z.strictObject({ ...selectedUsers, change: z.literal('endGrant'), ...grantFields }),
  z.strictObject({ ...selectedUsers, change: z.literal('addAddOn'), ...grantFields, addOn }),
  z.strictObject({ ...selectedUsers, change: z.literal('endAddOn'), ...grantFields, addOn }),
]);

/**
 * An approval gives each applicant what the applicant requested. The preview of an approval returns the proposed profile of each applicant,
 * or `profileID` if the portal proposes no profile. The approval must send these profiles as `profiles`, because approving one request can
 * change the proposals for other requests. A deletion moves requests to the bin.
 */
const decideBody = z.discriminatedUnion('decision', [
  z.strictObject({
    ...selectedRequests,
    decision: z.literal('approve'),
    profileID: z.optional(databaseInteger()),
    profiles: z.optional(
      z
        .array(z.strictObject({ id: databaseInteger(), profileID: databaseInteger() }))
        .check(z.maxLength(limits.massAct.records)),
    ),
  }),
  z.strictObject({ ...selectedRequests, decision: z.literal('reject'), reason }),
  z.strictObject({ ...selectedRequests, decision: z.literal('delete') }),
]);

/** The change to each licence: renew it for the same PC, renew and send it by e-mail, send it by e-mail, or remind its owner that it expires. */
export const licenseChange = z.enum(['renew', 'renewAndSend', 'send', 'remind']);
export type LicenseChange = z.infer<typeof licenseChange>;

/**
 * The bulk calls about users. The other exports of this file are the bulk calls about requests, licences and release
 * notes.
 */
export const bulkUsers = {
  previewDeletion: endpoint({
    name: 'users.previewDeletion',
    summary: 'What the deletion of these users or requests would do, for each id; it changes nothing',
    method: 'POST',
    path: '/user/bulk/deletion-preview',
    access: { any: ['users.delete', 'requests.delete'] },
    body: idList,
    reply: changeReply,
    problems: [],
  }),
  changeMany: endpoint({
    name: 'users.changeMany',
    summary:
      'Make one change to many users in the caller’s scope, each in its own transaction; the reply has an outcome for each id',
    method: 'POST',
    path: '/user/bulk/change',
    access: { any: ['users.edit', 'users.delete'] },
    body: changeUsersBody,
    bodyBytes: limits.massAct.bytes,
    reply: changeUsersReply,
    problems: ['TOO_MANY_ATTEMPTS', 'SELECTION_CHANGED'],
  }),
};
export const bulkRequests = {
  decideMany: endpoint({
    name: 'requests.decideMany',
    summary:
      'Make one decision about many requests in the caller’s scope, each in its own transaction; the reply has an outcome for each id',
    method: 'POST',
    path: '/pending-request/bulk',
    access: { any: ['requests.edit'] },
    body: decideBody,
    bodyBytes: limits.massAct.bytes,
    reply: decideReply,
    problems: ['TOO_MANY_ATTEMPTS', 'SELECTION_CHANGED'],
  }),
};
export const bulkLicenses = {
  changeMany: endpoint({
    name: 'licenses.changeMany',
    summary:
      'One change for many licences of users in the caller’s scope, each in a transaction of its own; an outcome for each id',
    method: 'POST',
    path: '/license/bulk',
    access: { any: ['users.edit'] },
    body: z.strictObject({ ...selectedLicenses, change: licenseChange }),
    bodyBytes: limits.massAct.bytes,
    reply: z.extend(changeLicensesReply, undoFields),
    problems: ['TOO_MANY_ATTEMPTS', 'SELECTION_CHANGED'],
  }),
};
export const bulkReleaseNotes = {
  previewDeletion: endpoint({
    name: 'releaseNotes.previewDeletion',
    summary: 'What the deletion of these release notes would do, for each id; it changes nothing',
    method: 'POST',
    path: '/release-note/bulk/deletion-preview',
    access: { any: ['releaseNotes.delete'] },
    body: idList,
    reply: changeReply,
    problems: [],
  }),
};
