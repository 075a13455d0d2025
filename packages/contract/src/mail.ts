import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { moment, numberInPath, pageBody, pageOf } from './fields.ts';

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

const params = z.strictObject({ id: numberInPath });

export const mail = {
  search: endpoint({
    name: 'mail.search',
    summary: 'The outbox',
    method: 'POST',
    path: '/mail/search',
    access: 'administrator',
    body: pageBody(['createdAt', 'to', 'state'], 20, { state: z.optional(mailState) }),
    reply: z.extend(pageOf(letter), { delivers: z.boolean() }),
    problems: [],
  }),
  get: endpoint({
    name: 'mail.get',
    summary: 'One mail as it is sent',
    method: 'GET',
    path: '/mail/{id}',
    access: 'administrator',
    params,
    reply: z.extend(letter, { text: z.string(), html: z.string() }),
    problems: ['RESULTS_NOT_FOUND'],
  }),
  sendAgain: endpoint({
    name: 'mail.sendAgain',
    summary: 'Queue a mail again that failed or was sent',
    method: 'PUT',
    path: '/mail/{id}/send',
    access: 'administrator',
    params,
    reply: letter,
    problems: ['RESULTS_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
};
