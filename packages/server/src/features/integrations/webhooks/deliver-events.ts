import type { EventType } from '@basics/contract/integrations/events.ts';
import { parseTexts } from '#server/database/columns.ts';
import type { Database } from '#server/database/database.ts';
import { findPermissions } from '#server/features/users/access/overrides.repository.ts';
import { findAdministrators } from '#server/features/users/access/administrators.repository.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import { isMailHeld } from '#server/mail/outbox.repository.ts';
import type { QueueLetter } from '#server/mail/queue-letter.ts';
import { findLastLink } from '#server/platform/audit/audit.repository.ts';
import { createAfterResponse } from '#server/platform/background/after-response.ts';
import { startBackgroundJob, type BackgroundJob } from '#server/platform/background/background-job.ts';
import { processOneByOne } from '#server/platform/background/batches.ts';
import { days, hours, minutes, seconds, type Clock } from '#server/platform/clock/clock.ts';
import type { Log } from '#server/platform/log.ts';
import type { Seal } from '#server/platform/security/seal.ts';
import { readPermissions } from '../authenticate-key.ts';
import { canOwn } from '../list-accounts.ts';
import { listEvents } from '../list-events.ts';
import { openConnections, type Connections, type Outcome, type PostMessage } from './post-message.ts';
import { createMessageSigner, openWebhookSecrets } from './sign-message.ts';
import {
  findDueWebhooks,
  findWebhook,
  insertDeliveries,
  leaseWebhook,
  updateLeased,
  type OwnedWebhook,
  type WebhookChange,
  type WebhookRow,
} from './webhooks.repository.ts';

type DelivererNeeds = {
  database: Database;
  clock: Clock;
  seal: Seal;
  queueLetter: QueueLetter;
  log: Log;
  post: PostMessage;
};

/** The waits after the first, the second and each later failure of the same event. With them, the attempts of an event take 75 hours. */
const waits = [seconds(5), minutes(5), minutes(30), hours(2), hours(5), hours(10), hours(14), hours(20), hours(24)];

/** How long a webhook may fail before it stops. */
const patienceMs = days(3);

/** The lease is longer than an attempt can take, and each attempt renews it. */
const leaseMs = minutes(1);

/** The number of events after which the owner, the permissions and the scope of the account are read again. */
const eventsAtOnce = 20;

/** How long answers wait to be stored together. A process that is killed meanwhile sends these events again, with the same ids. */
const storeAfterMs = 200;

/** How long a webhook waits whose account may see no events, or whose secrets cannot be read. */
const refusedWaitMs = minutes(5);

/**
 * Sends the events of webhooks in the background. Each webhook sends on its own, so that a slow receiver delays no other one. Of several
 * processes, one at a time sends the events of a webhook.
 */
export function createWebhookRunner(needs: DelivererNeeds) {
  const running = createAfterResponse(needs.log);
  let job: BackgroundJob | undefined;
  const work = async (signal: AbortSignal): Promise<void> => {
    for (const id of await findDue(needs))
      running.runOnce('webhook', String(id), () => deliverEvents(needs, id, signal));
  };
  return {
    start(): void {
      job = startBackgroundJob({ name: 'webhooks', everyMs: seconds(2), log: needs.log, work });
    },
    async stop(): Promise<void> {
      await job?.stop();
      await running.settled();
    },
  };
}

/** Finds the webhooks that have events to send. A restored copy of the database sends none until an administrator releases its e-mails. */
export async function findDue({ database, clock }: Pick<DelivererNeeds, 'database' | 'clock'>): Promise<number[]> {
  const db = database.kysely;
  const lastLink = await findLastLink(db);
  if (!lastLink || (await isMailHeld(db))) return [];
  return findDueWebhooks(db, lastLink.position, createLease(clock()));
}

const createLease = (now: number) => ({ now, until: now + leaseMs });

/**
 * Sends the events of a webhook in their order, until none waits, one fails, or the signal is aborted. An event is stored as sent after its
 * answer: if the process is killed meanwhile, the event is sent again, and none is lost.
 */
export async function deliverEvents(needs: DelivererNeeds, id: number, signal: AbortSignal): Promise<void> {
  const { database, clock } = needs;
  using connections = openConnections();
  let webhook = await database.transact((trx) => leaseWebhook(trx, id, createLease(clock())));
  while (webhook?.state === 'active') {
    const before: WebhookRow = webhook;
    // oxlint-disable-next-line no-await-in-loop -- events are sent one after the other
    const after = await deliverPage(needs, before, { signal, connections });
    // Nothing was left to send, an attempt failed, or the process stops.
    if (!after || after.lastEvent === before.lastEvent || after.failures > 0 || signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- the last statement of the loop
      if (after) await database.transact((trx) => updateLeased(trx, after, { leasedUntil: null }));
      return;
    }
    webhook = after;
  }
  if (webhook) await database.transact((trx) => updateLeased(trx, webhook, { leasedUntil: null }));
}

type Sending = { signal: AbortSignal; connections: Connections };

/** Sends the next events of a leased webhook. Returns the webhook afterwards; undefined if it no longer belongs to this process. */
async function deliverPage(
  needs: DelivererNeeds,
  leased: WebhookRow,
  { signal, connections }: Sending,
): Promise<WebhookRow | undefined> {
  const { database, clock, seal } = needs;
  const db = database.kysely;
  const owned = await findWebhook(db, leased.id);
  const viewer = owned && (await findViewer(db, owned, clock()));
  const secrets = await openWebhookSecrets(seal, leased);
  if (!owned || !viewer || !secrets)
    return database.transact((trx) => updateLeased(trx, leased, { nextAttemptAt: clock() + refusedWaitMs }));
  const page = await listEvents(
    { db, actor: viewer },
    { after: leased.lastEvent, type: undefined, limit: eventsAtOnce },
  );
  const sign = createMessageSigner(secrets);
  let webhook: WebhookRow = leased;
  let answers: Answer[] = [];
  let storedAt = performance.now();
  for (const event of page.items) {
    if (!wants(webhook, event.type)) continue;
    // oxlint-disable-next-line no-await-in-loop -- events are sent one after the other
    const answer = await send(needs, { url: webhook.url, sign, event, signal, connections });
    // The process stops: the event is sent again later.
    if (!answer) break;
    answers.push(answer);
    if (isArrived(answer) && performance.now() - storedAt < storeAfterMs) continue;
    // oxlint-disable-next-line no-await-in-loop -- events are sent one after the other
    const stored = await storeAnswers(needs, { webhook, owned, answers });
    if (stored?.state !== 'active' || stored.failures > 0) return stored;
    webhook = stored;
    answers = [];
    storedAt = performance.now();
  }
  return storeAnswers(needs, { webhook, owned, answers, ...(!signal.aborted && { lastEvent: page.next }) });
}

function wants({ types }: WebhookRow, type: EventType): boolean {
  const selected = parseTexts(types);
  return selected.length === 0 || selected.includes(type);
}

/** Returns the viewer of a webhook: the owner, limited to the scope of the account; null if one of them may not see users now. */
export async function findViewer(db: Db, webhook: OwnedWebhook, at: number): Promise<Viewer | null> {
  const { ownerId, profileId, status, countries, brands } = webhook;
  if (status === null || !canOwn({ profileId, status })) return null;
  const owner = { id: ownerId, profileId };
  const held = (await findPermissions(db, [owner], at))(owner);
  const isPermitted = held.includes('users.view') && readPermissions(webhook.permissions).includes('users.view');
  if (!isPermitted) return null;
  const machine = {
    countries: countries === null ? null : parseTexts(countries),
    brands: brands === null ? null : parseTexts(brands),
  };
  return { userId: ownerId, profileID: profileId, machine };
}

type SentEvent = Awaited<ReturnType<typeof listEvents>>['items'][number];
type Delivery = Sending & {
  url: string;
  sign: ReturnType<typeof createMessageSigner>;
  event: SentEvent;
};
type Answer = Outcome & Pick<SentEvent, 'type' | 'eventId'> & { at: number };

/** Sends one event. Returns null if the signal was aborted before an answer came. */
async function send(
  { clock, post }: DelivererNeeds,
  { url, sign, event, ...sending }: Delivery,
): Promise<Answer | null> {
  const { type, at, ...data } = event;
  const body = JSON.stringify({ type, timestamp: at, data });
  const message = { messageId: `evt_${event.eventId}`, at: clock(), body };
  const outcome = await post(url, { headers: sign(message), body, at: message.at, ...sending });
  return outcome && { ...outcome, type, eventId: event.eventId, at: clock() };
}

type Answered = { webhook: WebhookRow; owned: OwnedWebhook; answers: readonly Answer[]; lastEvent?: number };

/**
 * Stores what became of the attempts, and `lastEvent`, up to which no other event is to be sent. Returns the webhook afterwards; undefined if it
 * no longer belongs to this process.
 */
function storeAnswers(
  needs: DelivererNeeds,
  { webhook, owned, answers, lastEvent }: Answered,
): Promise<WebhookRow | undefined> {
  const { database, clock } = needs;
  const change = answers.reduce<WebhookChange>(
    (planned, answer) => ({ ...planned, ...planChange({ ...webhook, ...planned }, answer) }),
    {},
  );
  const rows = answers.map(({ type, eventId, at, ...outcome }) =>
    toDeliveryRow(outcome, { webhookId: webhook.id, at, type, eventId }),
  );
  return database.transact(async (trx) => {
    const leasedUntil = clock() + leaseMs;
    const current = await updateLeased(trx, webhook, {
      ...change,
      ...(lastEvent !== undefined && { lastEvent }),
      leasedUntil,
    });
    if (!current) return undefined;
    await insertDeliveries(trx, rows);
    if (change.state && current.state === change.state) await writeToOwner(trx, needs, owned, change.state === 'ended');
    return current;
  });
}

const isArrived = ({ status }: Pick<Outcome, 'status'>): boolean => status !== null && status >= 200 && status < 300;

/** Returns the row of the log for an attempt. */
export const toDeliveryRow = (
  { status, failure, ms, answer }: Outcome,
  about: { webhookId: number; at: number; type: string; eventId: number | null },
) => ({ ...about, status, failure, ms, answer });

/** Plans what an attempt changes: the next event, the next attempt, or the end. The status 410 ends a webhook at once. */
function planChange(
  webhook: Pick<WebhookRow, 'failures' | 'failingSince'>,
  { status, retryAfterMs, eventId, at }: Answer,
): WebhookChange {
  if (isArrived({ status })) return { lastEvent: eventId, failures: 0, failingSince: null, nextAttemptAt: null };
  const failingSince = webhook.failingSince ?? at;
  const failures = webhook.failures + 1;
  if (status === 410) return { state: 'ended', failures, failingSince, nextAttemptAt: null };
  if (at - failingSince >= patienceMs) return { state: 'failed', failures, failingSince, nextAttemptAt: null };
  const waitMs = Math.max(waits[failures - 1] ?? days(1), retryAfterMs ?? 0);
  return { failures, failingSince, nextAttemptAt: at + waitMs };
}

/** Writes to the owner of the account, or to the administrators if the owner has left, that a webhook has stopped. */
async function writeToOwner(trx: Trx, { queueLetter }: DelivererNeeds, owned: OwnedWebhook, isEnded: boolean) {
  const letter = { kind: 'webhookStopped' as const, account: owned.account, host: new URL(owned.url).host, isEnded };
  const { profileId, status, login, brandId, firstName, ownerId: userId } = owned;
  if (status !== null && login !== null && firstName !== null && canOwn({ profileId, status })) {
    await queueLetter(trx, { ...letter, to: login, userId, brandId, firstName });
    return;
  }
  await processOneByOne(await findAdministrators(trx), async (administrator) => {
    await queueLetter(trx, { ...letter, ...administrator });
  });
}
