import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { day, idInPath, moment, numberInPath } from './fields.ts';
import { helpState } from './help-requests.ts';
import { mailState } from './mail.ts';
import { userStep } from './users.ts';

const at = { at: moment };
const licensed = { licenseId: z.int(), machineName: z.string() };
const asked = { helpRequestId: z.int(), machineName: z.string() };

/** What happened to a user: to the account, to a licence, to a help request, or a letter that was written to the user. */
export const timelineEvent = z.union([
  z.extend(userStep, { kind: z.literal('account') }),
  z.strictObject({
    kind: z.literal('licenseIssued'),
    ...at,
    ...licensed,
    tool: z.string(),
    expiryDate: day,
    isRenewal: z.boolean(),
    by: z.string(),
  }),
  z.strictObject({ kind: z.literal('licenseRevoked'), ...at, ...licensed, reason: z.string() }),
  z.strictObject({ kind: z.literal('question'), ...at, ...asked, problem: z.string(), comment: z.string() }),
  z.strictObject({
    kind: z.literal('answer'),
    ...at,
    ...asked,
    state: helpState,
    by: z.string(),
    words: z.string(),
  }),
  z.strictObject({ kind: z.literal('letter'), ...at, mailId: z.int(), subject: z.string(), state: mailState }),
]);
export type TimelineEvent = z.infer<typeof timelineEvent>;

/** Events that one answer contains at most. */
const mostEvents = 200;

/** The call of the feature `users` that only the page of one customer makes. */
export const timeline = {
  timeline: endpoint({
    name: 'users.timeline',
    summary: 'What happened to a user in scope, newest first: account, licences, help requests and letters',
    method: 'GET',
    path: '/user/{id}/timeline',
    access: { any: ['users.view'] },
    params: idInPath,
    query: z.strictObject({ most: z._default(numberInPath.check(z.maximum(mostEvents)), 20) }),
    reply: z.strictObject({ items: z.array(timelineEvent), hasMore: z.boolean() }),
    problems: ['USER_NOT_FOUND'],
  }),
};
