import * as z from 'zod/mini';
import type { AuditAction } from '../audit/audit-actions.ts';
import { endpoint } from '../calls/endpoint.ts';
import { day, idInPath, moment, numberInPath } from '../fields/fields.ts';
import { helpState } from '../help-requests/help-requests.ts';
import { mailState } from '../mail/mail.ts';
import { note } from './notes.ts';
import { statusChange } from './users.ts';

/** The time of an event, and in the history of a company the member whom the event is about. */
const timeFields = { at: moment, person: z.optional(z.strictObject({ userId: z.int(), name: z.string() })) };
const licenseFields = { licenseId: z.int(), machineName: z.string() };
const helpRequestFields = { helpRequestId: z.int(), machineName: z.string() };

/** The actions of the audit log that the history of a user contains, beside the changes of the status and of the login. */
export const timelineActions = [
  'license.return',
  'machine.liftLost',
  'machine.release',
  'machine.reportLost',
  'user.endPermission',
  'user.grantPermission',
  'user.invite',
  'user.join',
  'user.reminderContact',
  'user.undo',
  'user.update',
  'user.withdrawInvitation',
] as const satisfies AuditAction[];
export type TimelineAction = (typeof timelineActions)[number];

/** The actions of the audit log that the history of a company contains. */
export const companyTimelineActions = [
  'company.acceptAgent',
  'company.create',
  'company.endAgent',
  'company.invite',
  'company.join',
  'company.leave',
  'company.movePcs',
  'company.proposeAgent',
  'company.recover',
  'company.setRole',
  'company.setSeats',
  'company.stopRecovery',
  'company.update',
] as const satisfies AuditAction[];
export type CompanyTimelineAction = (typeof companyTimelineActions)[number];

/** An event in the history of a user: a change of the account, a licence or a help request, or an e-mail to the user. */
export const timelineEvent = z.union([
  z.extend(statusChange, { kind: z.literal('account'), ...timeFields }),
  z.strictObject({
    kind: z.literal('licenseIssued'),
    ...timeFields,
    ...licenseFields,
    tool: z.string(),
    expiryDate: day,
    isRenewal: z.boolean(),
    by: z.string(),
  }),
  /**
   * The licence file was sent to a colleague in a renewal pack (one e-mail with all licences of a company). `to` is the colleague, or null
   * if the viewer may not see the colleague.
   */
  z.strictObject({
    kind: z.literal('packSent'),
    ...timeFields,
    ...licenseFields,
    to: z.nullable(z.string()),
    by: z.string(),
  }),
  z.strictObject({ kind: z.literal('licenseRevoked'), ...timeFields, ...licenseFields, reason: z.string() }),
  z.strictObject({
    kind: z.literal('question'),
    ...timeFields,
    ...helpRequestFields,
    problem: z.string(),
    comment: z.string(),
  }),
  z.strictObject({
    kind: z.literal('answer'),
    ...timeFields,
    ...helpRequestFields,
    state: helpState,
    by: z.string(),
    words: z.string(),
  }),
  /**
   * A change that the audit log contains, without the changed values. `fields` are the names of the changed fields. `machineName` is null
   * if the change is not about a PC.
   */
  z.strictObject({
    kind: z.literal('change'),
    ...timeFields,
    action: z.enum(timelineActions),
    machineName: z.nullable(z.string()),
    fields: z.array(z.string()),
    by: z.string(),
  }),
  /**
   * A change of a company. `pcs` are the PCs bought before and after the change, and `reason` is why staff changed them; null for another
   * change, and for seats whose number is that of the policy.
   */
  z.strictObject({
    kind: z.literal('companyChange'),
    ...timeFields,
    action: z.enum(companyTimelineActions),
    fields: z.array(z.string()),
    pcs: z.nullable(z.strictObject({ before: z.nullable(z.int()), after: z.nullable(z.int()) })),
    reason: z.nullable(z.string()),
    by: z.string(),
  }),
  /** A note of staff, at the time when it was written, or when the follow-up was done. */
  z.strictObject({ kind: z.literal('note'), ...timeFields, note }),
  z.strictObject({
    kind: z.literal('letter'),
    ...timeFields,
    mailId: z.int(),
    subject: z.string(),
    state: mailState,
    /** Why the e-mail could not be sent or was returned, in words; null if nothing went wrong. */
    error: z.nullable(z.string()),
  }),
]);
export type TimelineEvent = z.infer<typeof timelineEvent>;

/** The maximum number of events in one reply of the call `timeline`. */
const maxEvents = 200;

export const timelineQuery = z.strictObject({ most: z._default(numberInPath.check(z.maximum(maxEvents)), 20) });

/** `onTop` are the open follow-ups and the pinned notes. They are not in `items`. */
export const timelineReply = z.strictObject({
  items: z.array(timelineEvent),
  hasMore: z.boolean(),
  onTop: z.array(note),
});

/** A call of the feature `users` that only the page of a single customer uses. */
export const timeline = {
  timeline: endpoint({
    name: 'users.timeline',
    summary:
      'The history of a user in the caller’s scope, newest first: account, licences, PCs, help requests, e-mails and changes',
    method: 'GET',
    path: '/user/{id}/timeline',
    access: { any: ['users.view'] },
    params: idInPath,
    query: timelineQuery,
    reply: timelineReply,
    problems: ['USER_NOT_FOUND'],
  }),
};
