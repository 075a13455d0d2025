import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { day, shortText, databaseInteger, undoFields } from '../fields/fields.ts';
import { limits } from './limits.ts';
import { idList } from './lists.ts';
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

/**
 * What a preview also returns: the number of records with each effect, first the effects that take something away, then the refused records.
 * `touches` counts the people whose records would change, and their companies.
 */
export const previewFields = {
  effects: z.optional(z.array(z.strictObject({ ...effectGroup, count: z.int() }))),
  touches: z.optional(z.strictObject({ people: z.int(), companies: z.int() })),
};
export type PreviewFields = { [name in keyof typeof previewFields]?: z.infer<(typeof previewFields)[name]> };

/** Every bulk call takes ids and returns an outcome for each id. A preview returns the same outcomes, but changes nothing. */
const rowSelection = { ids: idList, preview: z.optional(z.boolean()) };
const rowOutcome = z.strictObject({
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
  ...undoFields,
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
  ...undoFields,
});
/** When licences are renewed, the outcome for each licence also contains the last day of the new licence. */
const changeLicensesReply = z.strictObject({
  results: z.array(z.extend(rowOutcome, { expiryDate: z.optional(day) })),
  ...previewFields,
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
        takesAway: takingEffects.some((takingEffect) => takingEffect === effect),
        results: [result],
      });
  }
  return [...groups.values()].toSorted(
    (first, second) => rankGroup(first) - rankGroup(second) || second.results.length - first.results.length,
  );
}

function rankGroup({ takesAway, outcome, effect }: Omit<EffectGroup<unknown>, 'results'>): number {
  if (takesAway) return 0;
  if (effect === 'approvedDuplicate') return 1;
  if (outcome !== 'done') return 2;
  return effect === 'unchanged' ? 4 : 3;
}

const reason = requiredText(fieldMessages.reason, limits.text.reason);
const grantFields = {
  tool: requiredText(fieldMessages.tool, limits.text.name),
  brand: requiredText(fieldMessages.brand, limits.text.name),
};
const addOn = requiredText(fieldMessages.notAllowed, limits.text.name);

/**
 * One change for many users: send a new invitation, suspend the users, set the brand, grant a tool with its days and add-ons, end a grant,
 * or add or end one add-on of a grant.
 */
const changeUsersBody = z.discriminatedUnion('change', [
  z.strictObject({ ...rowSelection, change: z.literal('invite') }),
  z.strictObject({ ...rowSelection, change: z.literal('suspend'), reason }),
  z.strictObject({ ...rowSelection, change: z.literal('brand'), brand: grantFields.brand }),
  z.strictObject({
    ...rowSelection,
    change: z.literal('grant'),
    ...grantFields,
    validTo: z.optional(z.nullable(day)),
    configTools: z.optional(z.array(shortText).check(z.maxLength(limits.tool.addOns))),
  }),
  z.strictObject({ ...rowSelection, change: z.literal('endGrant'), ...grantFields }),
  z.strictObject({ ...rowSelection, change: z.literal('addAddOn'), ...grantFields, addOn }),
  z.strictObject({ ...rowSelection, change: z.literal('endAddOn'), ...grantFields, addOn }),
]);

/**
 * An approval gives each applicant what the applicant requested. The preview of an approval returns the proposed profile of each applicant,
 * or `profileID` if the portal proposes no profile. The approval must send these profiles as `profiles`, because approving one request can
 * change the proposals for other requests.
 */
const decideBody = z.discriminatedUnion('decision', [
  z.strictObject({
    ...rowSelection,
    decision: z.literal('approve'),
    profileID: z.optional(databaseInteger()),
    profiles: z.optional(
      z
        .array(z.strictObject({ id: databaseInteger(), profileID: databaseInteger() }))
        .check(z.maxLength(limits.page.max)),
    ),
  }),
  z.strictObject({ ...rowSelection, decision: z.literal('reject'), reason }),
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
    access: { any: ['users.edit'] },
    body: changeUsersBody,
    reply: changeUsersReply,
    problems: [],
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
    reply: decideReply,
    problems: [],
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
    body: z.strictObject({ ...rowSelection, change: licenseChange }),
    reply: z.extend(changeLicensesReply, undoFields),
    problems: [],
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
