import * as z from 'zod/mini';
import { changeReply, previewFields, rowSelection, startedAct } from '../calls/bulk.ts';
import { endpoint } from '../calls/endpoint.ts';
import { day, idInPath, moment, undoFields } from '../fields/fields.ts';
import { limits } from '../calls/limits.ts';

/**
 * A week of the renewal page, with the number of licences in use that expire in this week, and the number of customers who have these
 * licences. `from` and `to` are the first and the last day of the week.
 */
const week = z.strictObject({ from: day, to: day, licenses: z.int(), customers: z.int() });

/**
 * The position of the last licence of a page: the time at which the licence expires, in Unix milliseconds, and the id
 * of the licence. Clients do not parse this position.
 */
const position = z.string().check(
  z.regex(/^\d{1,15}-\d{1,10}$/),
  z.refine((text) => Number(text.split('-')[1]) <= 2_147_483_647),
);

/** A customer whose licences expire in the listed days. The licences are in the order in which they expire. */
const customer = z.strictObject({
  userId: z.int(),
  name: z.string(),
  company: z.string(),
  canReceiveMail: z.boolean(),
  /**
   * When staff or the portal last reminded the customer of these licences. `remindedAt` is null if there was no reminder in the last 60
   * days.
   */
  remindedAt: z.nullable(moment),
  /** Whether an e-mail with a reminder is in the outbox and has not been sent. */
  isReminderWaiting: z.boolean(),
  licenses: z.array(z.strictObject({ licenseId: z.int(), machineName: z.string(), tool: z.string(), expiryDate: day })),
});

/**
 * The result of a salesman: the number of licences that expired in the last 30 days (`ended`), and how many of them a newer licence has
 * replaced (`renewed`).
 */
const renewalResult = z.strictObject({ salesmanId: z.int(), name: z.string(), ended: z.int(), renewed: z.int() });

/**
 * The renewals of the next weeks. The first week begins today. `customers` are the customers of the requested week: the seven days from
 * `from`, which is at most four weeks ago. Without `from`, they are those of the next 30 days. `next` is the position of the next 200 licences of these days. `next` is absent if there are no more licences.
 * `results` contains the result of each salesman if an administrator makes the call, and only their own result if a salesman makes it.
 */
const renewalWeeks = z.strictObject({
  weeks: z.array(week),
  /** The first and the last of the days whose customers are listed. */
  week: z.strictObject({ from: day, to: day }),
  customers: z.array(customer),
  next: z.optional(position),
  results: z.array(renewalResult),
});
export type RenewalWeeks = z.infer<typeof renewalWeeks>;

/**
 * A week, from Monday to Sunday, with the number of licences that expire in it: those that a later licence has replaced (`renewed`), those
 * of whose expiry staff or the portal have reminded the customer (`reminded`), the other valid ones (`waiting`), and those that have expired
 * without a later licence (`lost`). Trials, bridge licences and licences of removed PCs are left out.
 */
const weekStates = z.strictObject({
  from: day,
  to: day,
  renewed: z.int(),
  reminded: z.int(),
  waiting: z.int(),
  lost: z.int(),
});
export type WeekStates = z.infer<typeof weekStates>;

/** A month such as 2026-03 with the licences that expired in it, as in `weekStates`, and those of the same month of the year before. */
const monthResult = z.strictObject({
  month: z.string(),
  renewed: z.int(),
  lost: z.int(),
  yearBefore: z.strictObject({ renewed: z.int(), lost: z.int() }),
});
export type MonthResult = z.infer<typeof monthResult>;

export const renewals = {
  renewalMonths: endpoint({
    name: 'licenses.renewalMonths',
    summary:
      'The licences in the caller’s scope that were renewed and lost in the last twelve months, the oldest first',
    method: 'GET',
    path: '/license/renewals/months',
    access: { any: ['users.view'] },
    reply: z.strictObject({ months: z.array(monthResult) }),
    problems: [],
  }),
  renewalStates: endpoint({
    name: 'licenses.renewalStates',
    summary:
      'What became of the licences in the caller’s scope that expire in four past weeks, this week and seven more',
    method: 'GET',
    path: '/license/renewals/weeks',
    access: { any: ['users.view'] },
    reply: z.strictObject({ weeks: z.array(weekStates) }),
    problems: [],
  }),
  renewalWeeks: endpoint({
    name: 'licenses.renewalWeeks',
    summary:
      'The licences of users in the caller’s scope that end in the next eight weeks, by week and customer, and the results by salesman',
    method: 'GET',
    path: '/license/renewals',
    access: { any: ['users.view'] },
    query: z.strictObject({ from: z.optional(day), after: z.optional(position) }),
    reply: renewalWeeks,
    problems: [],
  }),
  remindOwners: endpoint({
    name: 'licenses.remindOwners',
    summary:
      'Mail each of these users in the caller’s scope one list of the licences that end until a day; an outcome for each id; a preview sends nothing',
    method: 'POST',
    path: '/license/remind',
    access: { any: ['users.edit'] },
    body: z.strictObject({ ...rowSelection, until: day }),
    bodyBytes: limits.massAct.bytes,
    reply: z.extend(changeReply, { ...startedAct, ...undoFields }),
    problems: ['TOO_MANY_ATTEMPTS'],
  }),
  sendPack: endpoint({
    name: 'licenses.sendPack',
    summary:
      'Renew the licences of the company of a user where possible, and mail the user all of its licence files at once',
    method: 'POST',
    path: '/user/{id}/renewal-pack',
    access: { any: ['users.edit'] },
    params: idInPath,
    body: z.strictObject({ preview: z.optional(z.boolean()) }),
    reply: z.strictObject({
      /** The e-mail address to which the licence files of a company are sent. */
      recipient: z.string(),
      licenses: z.array(
        z.strictObject({
          licenseId: z.int(),
          machineName: z.string(),
          owner: z.string(),
          /** The login of the owner of the licence, which shows staff whether the account belongs to the company. */
          login: z.string(),
          /**
           * Whether the licence will be renewed. If `isRenewed` is false, the file of the current licence is sent, and the message says
           * why.
           */
          isRenewed: z.boolean(),
          message: z.optional(z.string()),
        }),
      ),
      ...previewFields,
    }),
    problems: ['USER_NOT_FOUND', 'ACCOUNT_SUSPENDED', 'ACCOUNT_NOT_ACTIVE', 'RESULTS_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
};
