import * as z from 'zod/mini';
import { changeReply } from './bulk.ts';
import { endpoint } from './endpoint.ts';
import { day, idInPath, moment } from './fields.ts';
import { idList } from './lists.ts';

/**
 * A week of the renewal page, with the number of licences in use that expire in this week and of the customers who have them; the first and the
 * last day are included.
 */
const week = z.strictObject({ from: day, to: day, licenses: z.int(), customers: z.int() });

/** The position of the last licence of a page: its end in Unix milliseconds and its id. Clients do not parse it. */
const position = z.string().check(
  z.regex(/^\d{1,15}-\d{1,10}$/),
  z.refine((text) => Number(text.split('-')[1]) <= 2_147_483_647),
);

/** A customer whose licences expire in the chosen week; the licence that expires first comes first. */
const customer = z.strictObject({
  userId: z.int(),
  name: z.string(),
  company: z.string(),
  canReceiveMail: z.boolean(),
  /** When the customer was last reminded of these licences, by staff or by the portal; null if not in the last 60 days. */
  remindedAt: z.nullable(moment),
  licenses: z.array(z.strictObject({ licenseId: z.int(), machineName: z.string(), tool: z.string(), expiryDate: day })),
});

/** The results for the licences that expired in the last 30 days; a licence counts as renewed if a newer licence replaced it. */
const renewalResult = z.strictObject({ salesmanId: z.int(), name: z.string(), ended: z.int(), renewed: z.int() });

/**
 * The coming renewals, in weeks from today. `customers` are the customers of the requested week, by default the first one. `next` is the
 * position of the next 200 licences of that week; absent if there are none. `results` contains the result of each salesman for an
 * administrator, and only their own result for a salesman.
 */
const renewalWeeks = z.strictObject({
  weeks: z.array(week),
  customers: z.array(customer),
  next: z.optional(position),
  results: z.array(renewalResult),
});
export type RenewalWeeks = z.infer<typeof renewalWeeks>;

/** The calls of the page for renewals. */
export const renewals = {
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
    body: z.strictObject({ ids: idList, until: day, preview: z.optional(z.boolean()) }),
    reply: changeReply,
    problems: [],
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
      /** The e-mail address to which the files are sent. */
      recipient: z.string(),
      licenses: z.array(
        z.strictObject({
          licenseId: z.int(),
          machineName: z.string(),
          owner: z.string(),
          /** The login of the owner, so that staff notice an account that does not belong to the company. */
          login: z.string(),
          /** Whether the licence is renewed; otherwise the file of the present licence is sent, and the message says why. */
          isRenewed: z.boolean(),
          message: z.optional(z.string()),
        }),
      ),
    }),
    problems: ['USER_NOT_FOUND', 'ACCOUNT_SUSPENDED', 'RESULTS_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
};
