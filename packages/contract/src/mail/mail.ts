import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { idInPath, moment, numberInPath } from '../fields/fields.ts';
import { csvExport, createListBody, createCursorBody, createCursorPage } from '../calls/lists.ts';

/**
 * The kinds of e-mail that the portal sends. A page that was loaded before an update of the portal may get a kind of e-mail that it does
 * not know.
 */
export const letterKinds = [
  'confirmAddress',
  'alreadyRegistered',
  'accountState',
  'newRequest',
  'requestApproved',
  'requestRejected',
  'requestExpired',
  'accountCreated',
  'invitationAgain',
  'passwordReset',
  'passwordChanged',
  'calendarCreated',
  'secondContactSet',
  'confirmLogin',
  'loginInUse',
  'loginChangeAsked',
  'loginChanged',
  'twoStepChanged',
  'passwordSprayed',
  'accountSuspended',
  'accountReinstated',
  'accountRestored',
  'staffRestored',
  'accountsJoined',
  'absenceChanged',
  'assignmentChanged',
  'accountOutOfScope',
  'codeUsedByOther',
  'lostPcSeen',
  'pcDeclaredGone',
  'bridgeIssued',
  'partsChange',
  'license',
  'licenseEnds',
  'customerLicenseEnds',
  'secondContactLicenseEnds',
  'secondContactRenewalsDue',
  'renewalsDue',
  'renewalPack',
  'releaseNews',
  'salesmanDigest',
  'auditSeal',
  'helpAsked',
  'helpAnswered',
] as const;
export type LetterKind = (typeof letterKinds)[number];

export const mailState = z.enum(['queued', 'sending', 'sent', 'failed']);

const letter = z.strictObject({
  mailId: z.int(),
  to: z.string(),
  subject: z.string(),
  kind: z.string(),
  brand: z.string(),
  state: mailState,
  attempts: z.int(),
  createdAt: moment,
  sentAt: z.nullable(moment),
  nextAttemptAt: z.nullable(moment),
  error: z.nullable(z.string()),
});
export type Letter = z.infer<typeof letter>;

const sortableFields = ['createdAt', 'to', 'state'] as const;
const filters = { state: z.optional(mailState) };

export const mail = {
  search: endpoint({
    name: 'mail.search',
    summary: 'The outbox',
    method: 'POST',
    path: '/mail/search',
    access: 'administrator',
    body: createCursorBody(sortableFields, 20, filters),
    reply: z.extend(createCursorPage(letter), { delivers: z.boolean() }),
    problems: [],
  }),
  export: endpoint({
    ...csvExport,
    name: 'mail.export',
    summary: 'All rows that a search finds, as CSV, without the texts of the e-mails',
    path: '/mail/export',
    access: 'administrator',
    body: createListBody(sortableFields, filters),
  }),
  get: endpoint({
    name: 'mail.get',
    summary: 'One e-mail with its text, as it is sent',
    method: 'GET',
    path: '/mail/{id}',
    access: 'administrator',
    params: idInPath,
    reply: z.extend(letter, { text: z.string(), html: z.string() }),
    problems: ['RESULTS_NOT_FOUND'],
  }),
  sendAgain: endpoint({
    name: 'mail.sendAgain',
    summary: 'Queue an e-mail again after it failed or was sent',
    method: 'PUT',
    path: '/mail/{id}/send',
    access: 'administrator',
    params: idInPath,
    reply: letter,
    problems: ['RESULTS_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
  repeat: endpoint({
    name: 'mail.repeat',
    summary: 'Send a failed e-mail to a customer again; only kinds without a link that gives access to the account',
    method: 'PUT',
    path: '/user/{id}/mail/{mailId}/send',
    access: { any: ['users.edit'] },
    params: z.strictObject({ ...idInPath.shape, mailId: numberInPath }),
    reply: null,
    problems: ['USER_NOT_FOUND', 'RESULTS_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
  dismiss: endpoint({
    name: 'mail.dismiss',
    summary: 'Remove a failed e-mail to a customer from the inbox of staff',
    method: 'PUT',
    path: '/user/{id}/mail/{mailId}/dismiss',
    access: { any: ['users.edit'] },
    params: z.strictObject({ ...idInPath.shape, mailId: numberInPath }),
    reply: null,
    problems: ['USER_NOT_FOUND', 'RESULTS_NOT_FOUND'],
  }),
};
