import * as z from 'zod/mini';
import { endpoint } from '../calls/endpoint.ts';
import { limits } from '../calls/limits.ts';
import { idInPath, moment, numberInPath, readVersion } from '../fields/fields.ts';
import { requiredLine } from '../fields/visible-line.ts';
import { rowId } from '../calls/lists.ts';
import { fieldMessages } from '../texts/field-messages.ts';
import { eventTypes } from './events.ts';

/**
 * The state of a webhook: staff have paused it, three days of attempts have failed, or the receiver has ended it with the status 410. Only an
 * active webhook sends.
 */
const webhookStates = ['active', 'paused', 'failed', 'ended'] as const;

/** Why an attempt got no answer: the address is not public, nothing could be reached there, or it took more than 15 seconds. */
const deliveryFailures = ['address', 'connection', 'timeout'] as const;
export type DeliveryFailure = (typeof deliveryFailures)[number];

/** One attempt to send an event. It has arrived if the status is 200 to 299. */
const delivery = z.strictObject({
  deliveryId: z.int(),
  at: moment,
  type: z.string(),
  /** The number of the event; null for a test. */
  eventId: z.nullable(z.int()),
  /** The status of the answer; null if there was no answer. */
  status: z.nullable(z.int()),
  failure: z.nullable(z.enum(deliveryFailures)),
  /** The time until the answer, in milliseconds. */
  ms: z.int(),
  /** The first 1024 bytes of the answer, or the code of the failure, such as ECONNREFUSED. */
  answer: z.string(),
});
export type WebhookDelivery = z.infer<typeof delivery>;

const webhookFields = {
  url: requiredLine(fieldMessages.url, limits.text.path),
  /** The types of events that are sent; an empty list is all types. */
  types: z.array(z.enum(eventTypes)).check(z.maxLength(eventTypes.length)),
};

const webhook = z.strictObject({
  webhookId: z.int(),
  account: z.strictObject({ accountId: z.int(), name: z.string() }),
  url: z.string(),
  types: z.array(z.enum(eventTypes)),
  state: z.enum(webhookStates),
  /** Since when every attempt has failed; null if the last attempt arrived. */
  failingSince: z.nullable(moment),
  nextAttemptAt: z.nullable(moment),
  /** The number of the last event that has arrived or that the webhook leaves out. */
  lastEvent: z.int(),
  /** The number of events that wait, of a webhook that fails or does not send; at most 200 are counted. */
  waiting: z.int(),
  /** The public key for the signatures `v1a`: `whpk_` and 32 bytes of Ed25519 in base64. */
  publicKey: z.string(),
  /** The last 50 attempts, the newest last, without their answers. */
  recent: z.array(z.omit(delivery, { answer: true })),
  version: z.int(),
});
export type Webhook = z.infer<typeof webhook>;

/** The calls about webhooks, by which the portal sends the events of a service account to another system. Keys cannot make these calls. */
export const webhooks = {
  list: endpoint({
    name: 'webhooks.list',
    summary: 'The webhooks with their last deliveries',
    method: 'GET',
    path: '/admin/integrations/webhook',
    access: 'administrator',
    reply: z.strictObject({ items: z.array(webhook) }),
    problems: [],
  }),
  create: endpoint({
    name: 'webhooks.create',
    summary: 'Create a webhook that sends the events from now on; the reply is the only place that shows its secret',
    method: 'POST',
    path: '/admin/integrations/webhook',
    access: 'administrator',
    body: z.strictObject({ accountId: rowId, ...webhookFields }),
    /** `secret` begins with `whsec_`: it verifies the signatures `v1`, which are HMAC with SHA-256. */
    reply: z.extend(webhook, { secret: z.string() }),
    location: '/admin/integrations/webhook/{webhookId}',
    problems: [],
  }),
  update: endpoint({
    name: 'webhooks.update',
    summary: 'Change the address or the events of a webhook; a new address is tried at once',
    method: 'PUT',
    path: '/admin/integrations/webhook/{id}',
    access: 'administrator',
    params: idInPath,
    body: z.strictObject({ ...webhookFields, version: readVersion }),
    reply: webhook,
    problems: ['RESULTS_NOT_FOUND', 'STALE'],
  }),
  pause: endpoint({
    name: 'webhooks.pause',
    summary: 'Pause a webhook; its events wait',
    method: 'POST',
    path: '/admin/integrations/webhook/{id}/pause',
    access: 'administrator',
    params: idInPath,
    reply: webhook,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  resume: endpoint({
    name: 'webhooks.resume',
    summary: 'Send the events that wait, or all events after a number again',
    method: 'POST',
    path: '/admin/integrations/webhook/{id}/resume',
    access: 'administrator',
    params: idInPath,
    /** `after` is the number of an event; without it, the webhook continues after the last event that arrived. */
    body: z.strictObject({ after: z.optional(z.int().check(z.minimum(0))) }),
    reply: webhook,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  test: endpoint({
    name: 'webhooks.test',
    summary: 'Send a test message once, also with a paused webhook, and return what the receiver answered',
    method: 'POST',
    path: '/admin/integrations/webhook/{id}/test',
    access: 'administrator',
    params: idInPath,
    reply: delivery,
    problems: ['RESULTS_NOT_FOUND'],
  }),
  changeSecret: endpoint({
    name: 'webhooks.changeSecret',
    summary:
      'Give a webhook a new secret; for 24 hours its messages also have a signature with the former secret. The reply is the only place that shows it',
    method: 'POST',
    path: '/admin/integrations/webhook/{id}/secret',
    access: 'administrator',
    params: idInPath,
    reply: z.extend(webhook, { secret: z.string() }),
    problems: ['RESULTS_NOT_FOUND'],
  }),
  deliveries: endpoint({
    name: 'webhooks.deliveries',
    summary: 'The attempts of the last 30 days with the answers, the newest first',
    method: 'GET',
    path: '/admin/integrations/webhook/{id}/delivery',
    access: 'administrator',
    params: idInPath,
    query: z.strictObject({
      /** Attempts before this id; without it, the newest ones. */
      before: z.optional(numberInPath),
      limit: z._default(numberInPath.check(z.maximum(limits.page.max)), 50),
    }),
    reply: z.strictObject({ items: z.array(delivery), more: z.boolean() }),
    problems: ['RESULTS_NOT_FOUND'],
  }),
  remove: endpoint({
    name: 'webhooks.remove',
    summary: 'Delete a webhook with its log; events that wait are not sent',
    method: 'DELETE',
    path: '/admin/integrations/webhook/{id}',
    access: 'administrator',
    params: idInPath,
    reply: null,
    problems: ['RESULTS_NOT_FOUND'],
  }),
};
