import type { Query, Reply } from '@basics/contract/calls/endpoint.ts';
import { eventTypes } from '@basics/contract/integrations/events.ts';
import type { Webhook, WebhookDelivery, webhooks } from '@basics/contract/integrations/webhooks.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { parseTexts } from '#server/database/columns.ts';
import type { Db } from '#server/database/foundation.ts';
import { toIsoTime } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import { listEvents } from '../list-events.ts';
import { findViewer } from './deliver-events.ts';
import {
  findDeliveries,
  findWebhook,
  findWebhooks,
  type DeliveryRow,
  type OwnedWebhook,
} from './webhooks.repository.ts';

type Context = Pick<CallContext, 'db' | 'at'>;

/** Lists all webhooks with their last attempts. */
export async function listWebhooks({ db, at }: Context): Promise<Reply<typeof webhooks.list>> {
  return { items: await Promise.all((await findWebhooks(db)).map((row) => toWebhook(db, at, row))) };
}

/** Reads one webhook. Throws RESULTS_NOT_FOUND. */
export async function readWebhook({ db, at }: Context, webhookId: number): Promise<Webhook> {
  const row = await findWebhook(db, webhookId);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  return toWebhook(db, at, row);
}

/** Lists the attempts of a webhook, the newest first. Throws RESULTS_NOT_FOUND. */
export async function listDeliveries(
  { db }: Pick<CallContext, 'db'>,
  webhookId: number,
  { before, limit }: Query<typeof webhooks.deliveries>,
): Promise<Reply<typeof webhooks.deliveries>> {
  if (!(await findWebhook(db, webhookId))) throw problem('RESULTS_NOT_FOUND');
  const rows = await findDeliveries(db, webhookId, { before, limit: limit + 1 });
  return { items: rows.slice(0, limit).map(toDelivery), more: rows.length > limit };
}

/** Converts an attempt to the format of the API. */
export const toDelivery = ({ id, at, type, eventId, status, failure, ms, answer }: DeliveryRow): WebhookDelivery => ({
  deliveryId: id,
  at: toIsoTime(at),
  type,
  eventId,
  status,
  failure,
  ms,
  answer,
});

const shownDeliveries = 50;

async function toWebhook(db: Db, at: number, row: OwnedWebhook): Promise<Webhook> {
  const deliveries = await findDeliveries(db, row.id, { limit: shownDeliveries });
  return {
    webhookId: row.id,
    account: { accountId: row.accountId, name: row.account },
    url: row.url,
    types: readTypes(row),
    state: row.state,
    failingSince: row.failingSince === null ? null : toIsoTime(row.failingSince),
    nextAttemptAt: row.nextAttemptAt === null ? null : toIsoTime(row.nextAttemptAt),
    lastEvent: row.lastEvent,
    waiting: row.state === 'active' && row.failures === 0 ? 0 : await countWaiting(db, at, row),
    publicKey: row.publicKey,
    recent: deliveries.toReversed().map((delivery) => {
      const { answer: _, ...shown } = toDelivery(delivery);
      return shown;
    }),
    version: row.version,
  };
}

const readTypes = ({ types }: Pick<OwnedWebhook, 'types'>) => {
  const selected = parseTexts(types);
  return eventTypes.filter((type) => selected.includes(type));
};

/** Counts the events that wait, up to the length of a page. */
async function countWaiting(db: Db, at: number, row: OwnedWebhook): Promise<number> {
  const viewer = await findViewer(db, row, at);
  if (!viewer) return 0;
  const types = readTypes(row);
  const { items } = await listEvents(
    { db, actor: viewer },
    { after: row.lastEvent, type: undefined, limit: limits.page.max },
  );
  return items.filter(({ type }) => types.length === 0 || types.includes(type)).length;
}
