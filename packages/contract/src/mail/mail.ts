import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { createListFilters, listField } from '../calls/list-fields.ts';
import { idInPath, moment, numberInPath } from '../fields/fields.ts';
import { csvExport, createListBody, createCursorBody, createCursorPage } from '../calls/lists.ts';

/**
 * What is special about a kind of e-mail.
 * - `optional`: only users who can receive mail get it.
 * - `awaited`: a person waits for it now, for example for a link to sign in. It is sent before all others.
 * - `security`: it is about the sign-in of a user, so that only administrators see it.
 * - `secondContact`: it is for the second contact of a customer, who has no account.
 * - `invitation`: its link sets the first password. It is not sent again, because a new invitation has a new link.
 * - `repeatable`: staff may send it to a customer again. It contains no link that gives access to an account, is not about the sign-in, and is
 *   still correct some days later. A list of licences that expire soon, for example, is not.
 */
type LetterTrait = 'awaited' | 'optional' | 'security' | 'secondContact' | 'invitation' | 'repeatable';

/**
 * The kinds of e-mail that the portal sends. A page that was loaded before an update of the portal may get a kind of e-mail that it does
 * not know.
 */
const traitsOfLetters = {
  confirmAddress: ['awaited'],
  alreadyRegistered: ['awaited'],
  accountState: [],
  newRequest: [],
  requestApproved: ['invitation'],
  requestRejected: ['repeatable'],
  requestExpired: [],
  accountCreated: ['invitation'],
  invitationAgain: ['invitation'],
  passwordReset: ['awaited', 'security'],
  passwordChanged: ['security'],
  calendarCreated: ['security'],
  secondContactSet: [],
  confirmLogin: ['awaited', 'security'],
  loginInUse: ['awaited', 'security'],
  loginChangeAsked: ['security'],
  loginChanged: ['security'],
  twoStepChanged: ['security'],
  passwordSprayed: [],
  accountSuspended: [],
  accountReinstated: ['repeatable'],
  accountRestored: [],
  staffRestored: [],
  accountsJoined: [],
  absenceChanged: [],
  assignmentChanged: [],
  accountOutOfScope: [],
  serviceKeyEnds: [],
  serviceAccountOwner: [],
  webhookStopped: [],
  codeUsedByOther: [],
  lostPcSeen: [],
  pcDeclaredGone: [],
  bridgeIssued: [],
  partsChange: [],
  license: ['repeatable'],
  licenseEnds: ['optional'],
  customerLicenseEnds: ['optional'],
  secondContactLicenseEnds: ['secondContact'],
  secondContactRenewalsDue: ['secondContact'],
  renewalsDue: ['optional'],
  renewalPack: [],
  releaseNews: ['optional'],
  salesmanDigest: ['optional'],
  auditSeal: [],
  companyInvitation: [],
  companyRecovery: [],
  agentProposed: [],
  agentChanged: [],
  pcsReceived: [],
  helpAsked: [],
  helpAnswered: ['repeatable'],
} as const satisfies Readonly<Record<string, readonly LetterTrait[]>>;
export type LetterKind = keyof typeof traitsOfLetters;

const listKinds = (trait: LetterTrait): readonly string[] =>
  Object.entries<readonly LetterTrait[]>(traitsOfLetters).flatMap(([kind, traits]) =>
    traits.includes(trait) ? [kind] : [],
  );

export const awaitedLetterKinds = listKinds('awaited');
export const optionalLetterKinds = listKinds('optional');
export const securityLetterKinds = listKinds('security');
export const secondContactLetterKinds = listKinds('secondContact');
export const invitationLetterKinds = listKinds('invitation');
export const repeatableLetterKinds = listKinds('repeatable');

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

/** The fields by which the outbox is filtered. */
export const letterListFields = {
  state: listField.oneOf(mailState.options),
  kind: listField.reference(),
  brand: listField.reference(),
  createdAt: listField.moment(),
  sentAt: listField.moment(),
};

const filters = { filters: createListFilters(letterListFields), state: z.optional(mailState) };

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
  read: endpoint({
    name: 'mail.read',
    summary:
      'One e-mail to a user in the caller’s scope with its text, without the links that give access to the account',
    method: 'GET',
    path: '/user/{id}/mail/{mailId}',
    access: { any: ['users.view'] },
    params: z.strictObject({ ...idInPath.shape, mailId: numberInPath }),
    reply: z.strictObject({
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      /** Whether staff can send this e-mail again now, because it failed. */
      canRepeat: z.boolean(),
    }),
    problems: ['USER_NOT_FOUND', 'RESULTS_NOT_FOUND'],
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
