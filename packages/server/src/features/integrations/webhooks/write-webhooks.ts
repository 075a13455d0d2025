import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { Webhook, WebhookDelivery, webhooks } from '@basics/contract/integrations/webhooks.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import type { Trx } from '#server/database/foundation.ts';
import { findLastLink } from '#server/platform/audit/audit.repository.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { toIsoTime } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import { requireCurrentVersion, type WriteAndReadContext, type WriteContext } from '#server/platform/writing.ts';
import { lockAccount } from '../service-accounts.repository.ts';
import { toDeliveryRow } from './deliver-events.ts';
import { readWebhook, toDelivery } from './list-webhooks.ts';
import type { PostMessage } from './post-message.ts';
import {
  createMessageSigner,
  createWebhookSecrets,
  openWebhookSecrets,
  replaceSecret,
  sealWebhookSecrets,
} from './sign-message.ts';
import {
  deleteWebhook,
  findWebhook,
  insertDelivery,
  insertWebhook,
  lockWebhook,
  updateWebhook,
  type WebhookChange,
  type WebhookRow,
} from './webhooks.repository.ts';

/** `isUrl` says whether a webhook may have an address. */
type UrlCheck = { isUrl: (url: string) => boolean };

/**
 * Creates a webhook that sends the events from now on, and returns its secret, which no other call shows. Throws INVALID with a message for
 * each wrong field.
 */
export async function createWebhook(
  context: WriteAndReadContext & Pick<CallContext, 'randomBytes' | 'seal'> & UrlCheck,
  { accountId, url, types }: Body<typeof webhooks.create>,
): Promise<Reply<typeof webhooks.create>> {
  const { publicKey, ...secrets } = createWebhookSecrets(context.randomBytes);
  const webhookId = await context.database.transact(async (trx) => {
    const faults = {
      ...(!(await lockAccount(trx, accountId)) && { accountId: fieldMessages.notAllowed }),
      ...(!context.isUrl(url) && { url: serverMessages.webhookAddress }),
    };
    if (Object.keys(faults).length > 0) throw invalid(faults);
    const lastEvent = (await findLastLink(trx))?.position ?? 0;
    const row = { accountId, ...toColumns({ url, types }), state: 'active', lastEvent, publicKey } as const;
    // The secrets are sealed for the id, which the database gives.
    const id = await insertWebhook(trx, { ...row, sealed: '', createdAt: context.at });
    await updateWebhook(trx, id, { sealed: sealWebhookSecrets(context.seal, id, secrets) });
    await recordAction(trx, context, {
      action: 'webhook.create',
      subject: toSubject(id),
      after: { accountId, url, types },
    });
    return id;
  });
  return { ...(await readWebhook(context, webhookId)), secret: secrets.secret };
}

/** Changes the address and the events of a webhook. Throws RESULTS_NOT_FOUND, STALE, or INVALID for a wrong address. */
export async function changeWebhook(
  context: WriteAndReadContext & UrlCheck,
  webhookId: number,
  { version, url, types }: Body<typeof webhooks.update>,
): Promise<Webhook> {
  return change(context, webhookId, (row) => {
    requireCurrentVersion(row, version);
    if (!context.isUrl(url)) throw invalid({ url: serverMessages.webhookAddress });
    const before = { url: row.url, types: row.types };
    const after = toColumns({ url, types });
    // A new address is tried at once.
    const isMoved = row.url !== after.url;
    return {
      change: { ...after, ...(isMoved && notFailing), version: row.version + 1 },
      audit: { action: 'webhook.update', before, after },
    };
  });
}

/**
 * Gives a webhook a new secret, and returns it; no other call shows it. The former secret signs for 24 hours too. Throws RESULTS_NOT_FOUND, also if
 * the key of the stored secrets is not on this machine.
 */
export async function changeWebhookSecret(
  context: WriteAndReadContext & Pick<CallContext, 'randomBytes' | 'seal'>,
  webhookId: number,
): Promise<Reply<typeof webhooks.changeSecret>> {
  const { database, seal, randomBytes, at } = context;
  const secret = await database.transact(async (trx) => {
    const secrets = await openWebhookSecrets(seal, await requireWebhook(trx, webhookId));
    if (!secrets) throw problem('RESULTS_NOT_FOUND');
    const replaced = replaceSecret(secrets, randomBytes, at);
    await updateWebhook(trx, webhookId, { sealed: sealWebhookSecrets(seal, webhookId, replaced) });
    await recordAction(trx, context, { action: 'webhook.changeSecret', subject: toSubject(webhookId) });
    return replaced.secret;
  });
  return { ...(await readWebhook(context, webhookId)), secret };
}

/** Pauses a webhook; an attempt that runs is still stored. Throws RESULTS_NOT_FOUND. */
export const pauseWebhook = (context: WriteAndReadContext, webhookId: number): Promise<Webhook> =>
  change(context, webhookId, ({ state }) => ({
    change: { state: 'paused' },
    audit: { action: 'webhook.pause', before: { state } },
  }));

/**
 * Lets a webhook send, after the event `after` if it is given. Throws RESULTS_NOT_FOUND, and INVALID for a number that no event has yet, which
 * would leave out events.
 */
export async function resumeWebhook(
  context: WriteAndReadContext,
  webhookId: number,
  { after }: Body<typeof webhooks.resume>,
): Promise<Webhook> {
  const newest = (await findLastLink(context.db))?.position ?? 0;
  if (after !== undefined && after > newest) throw invalid({ after: serverMessages.eventNumber });
  return change(context, webhookId, ({ state, lastEvent }) => ({
    // The process that sends now loses its lease, so that it does not overwrite the number.
    change: { state: 'active', ...notFailing, ...(after !== undefined && { lastEvent: after, leasedUntil: null }) },
    audit: { action: 'webhook.resume', before: { state, lastEvent }, after: { lastEvent: after ?? lastEvent } },
  }));
}

const notFailing = { failures: 0, failingSince: null, nextAttemptAt: null } as const;

/** Deletes a webhook with its log. Throws RESULTS_NOT_FOUND. */
export const removeWebhook = (context: WriteContext, webhookId: number): Promise<void> =>
  context.database.transact(async (trx) => {
    const { url } = await requireWebhook(trx, webhookId);
    await deleteWebhook(trx, webhookId);
    await recordAction(trx, context, { action: 'webhook.delete', subject: toSubject(webhookId), before: { url } });
  });

/** Sends a test message once, and stores and returns what the receiver answered. Throws RESULTS_NOT_FOUND. */
export async function testWebhook(
  context: WriteAndReadContext & Pick<CallContext, 'seal' | 'randomBytes'> & { post: PostMessage },
  webhookId: number,
): Promise<WebhookDelivery> {
  const { db, database, seal, at } = context;
  const webhook = await findWebhook(db, webhookId);
  const secrets = webhook && (await openWebhookSecrets(seal, webhook));
  if (!webhook || !secrets) throw problem('RESULTS_NOT_FOUND');
  const type = 'webhook.test';
  const messageId = `test_${Buffer.from(context.randomBytes(12)).toString('base64url')}`;
  const body = JSON.stringify({ type, timestamp: toIsoTime(at), data: {} });
  const outcome = await context.post(webhook.url, {
    headers: createMessageSigner(secrets)({ messageId, at, body }),
    body,
    at,
  });
  if (!outcome) throw problem('INTERNAL');
  const row = toDeliveryRow(outcome, { webhookId, at, type, eventId: null });
  return toDelivery(
    await database.transact(async (trx) => {
      await requireWebhook(trx, webhookId);
      return insertDelivery(trx, row);
    }),
  );
}

type PlannedChange = {
  change: WebhookChange;
  audit: {
    action: `webhook.${'pause' | 'resume' | 'update'}`;
    before: Record<string, unknown>;
    after?: Record<string, unknown>;
  };
};

async function change(
  context: WriteAndReadContext,
  webhookId: number,
  plan: (row: WebhookRow) => PlannedChange,
): Promise<Webhook> {
  await context.database.transact(async (trx) => {
    const planned = plan(await requireWebhook(trx, webhookId));
    await updateWebhook(trx, webhookId, planned.change);
    await recordAction(trx, context, { ...planned.audit, subject: toSubject(webhookId) });
  });
  return readWebhook(context, webhookId);
}

/** Locks a webhook. Throws RESULTS_NOT_FOUND if there is none. */
async function requireWebhook(trx: Trx, webhookId: number): Promise<WebhookRow> {
  const row = await lockWebhook(trx, webhookId);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  return row;
}

const toSubject = (id: number) => ({ kind: 'webhook', id }) as const;

const toColumns = ({ url, types }: Pick<Webhook, 'url' | 'types'>) => ({
  url: url.trim(),
  types: JSON.stringify([...new Set(types)]),
});
