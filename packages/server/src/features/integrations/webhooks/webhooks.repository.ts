import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { NewRow, Row } from '#server/database/schema.ts';
import { isLeaseFree } from '#server/platform/background/schedules.repository.ts';
import { clockSkewMs, days } from '#server/platform/clock/clock.ts';

export type WebhookRow = Row<'webhooks'>;

/** Selects the webhooks whose service accounts exist, with the names and the owners of the accounts. */
const selectWebhooks = (db: Db) =>
  db
    .selectFrom('webhooks')
    .innerJoin('serviceAccounts', 'serviceAccounts.id', 'webhooks.accountId')
    .leftJoin('users', 'users.id', 'serviceAccounts.ownerId')
    .selectAll('webhooks')
    .select(['serviceAccounts.name as account', 'serviceAccounts.permissions', 'serviceAccounts.ownerId'])
    .select(['serviceAccounts.countries', 'serviceAccounts.brands'])
    .select(['users.profileId', 'users.status', 'users.login', 'users.brandId', 'users.firstName'])
    .where('serviceAccounts.deletedAt', 'is', null);

export const findWebhooks = (db: Db) => selectWebhooks(db).orderBy('webhooks.id').execute();

export const findWebhook = (db: Db, id: number) => selectWebhooks(db).where('webhooks.id', '=', id).executeTakeFirst();

export type OwnedWebhook = NonNullable<Awaited<ReturnType<typeof findWebhook>>>;

/** Finds the ids and public keys of all webhooks. */
export const findPublicKeys = (db: Db) =>
  db.selectFrom('webhooks').select(['id as webhookId', 'publicKey']).orderBy('id').execute();

/** Locks a webhook until the transaction ends. */
export const lockWebhook = (trx: Trx, id: number) =>
  trx.selectFrom('webhooks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function insertWebhook(trx: Trx, webhook: NewRow<'webhooks'>): Promise<number> {
  const { id } = await trx.insertInto('webhooks').values(webhook).returning('id').executeTakeFirstOrThrow();
  return id;
}

export type WebhookChange = Partial<
  Pick<
    WebhookRow,
    | 'url'
    | 'types'
    | 'state'
    | 'lastEvent'
    | 'failures'
    | 'failingSince'
    | 'nextAttemptAt'
    | 'leasedUntil'
    | 'sealed'
    | 'version'
  >
>;

export const updateWebhook = (trx: Trx, id: number, change: WebhookChange): Promise<WebhookRow> =>
  trx.updateTable('webhooks').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export async function deleteWebhook(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('webhooks').where('id', '=', id).execute();
}

/** The latest wait for the next attempt. A later one was written by a wrong clock, and is ignored. */
const longestWaitMs = days(1) + clockSkewMs;

type LeaseTimes = { now: number; until: number };

/** Returns the SQL condition that an active webhook may send now, and that no other process is sending its events. */
const isDue = ({ now, until }: LeaseTimes) => sql<boolean>`(webhooks.state = 'active' and ${isLeaseFree({ now, until })}
  and (next_attempt_at is null or next_attempt_at <= ${now} or next_attempt_at > ${now + longestWaitMs}))`;

/** Finds the webhooks that may send now and have not seen the event `lastEvent`, the newest one. */
export async function findDueWebhooks(db: Db, lastEvent: number, times: LeaseTimes): Promise<number[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select('id')
    .where('lastEvent', '<', lastEvent)
    .where(isDue(times))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Reserves a webhook for this process (a lease), so that one process sends its events in their order; undefined if another one does. */
export const leaseWebhook = (trx: Trx, id: number, times: LeaseTimes): Promise<WebhookRow | undefined> =>
  trx
    .updateTable('webhooks')
    .set({ leasedUntil: times.until })
    .where('id', '=', id)
    .where(isDue(times))
    .returningAll()
    .executeTakeFirst();

/** Changes a webhook that this process has leased; returns undefined if it was deleted, or another process has leased it. */
export const updateLeased = (
  trx: Trx,
  { id, leasedUntil }: Pick<WebhookRow, 'id' | 'leasedUntil'>,
  change: WebhookChange,
): Promise<WebhookRow | undefined> =>
  trx
    .updateTable('webhooks')
    .set(change)
    .where('id', '=', id)
    .where('leasedUntil', '=', leasedUntil)
    .returningAll()
    .executeTakeFirst();

export type DeliveryRow = Row<'webhookDeliveries'>;

export const insertDelivery = (trx: Trx, delivery: NewRow<'webhookDeliveries'>): Promise<DeliveryRow> =>
  trx.insertInto('webhookDeliveries').values(delivery).returningAll().executeTakeFirstOrThrow();

export async function insertDeliveries(trx: Trx, deliveries: readonly NewRow<'webhookDeliveries'>[]): Promise<void> {
  if (deliveries.length > 0) await trx.insertInto('webhookDeliveries').values(deliveries).execute();
}

/** Finds the newest attempts of a webhook, before the attempt `before` if it is given. */
export const findDeliveries = (
  db: Db,
  webhookId: number,
  { before, limit }: { before?: number | undefined; limit: number },
) =>
  db
    .selectFrom('webhookDeliveries')
    .selectAll()
    .where('webhookId', '=', webhookId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Deletes at most `limit` attempts before a time; returns their number. */
export async function deleteOldDeliveries(db: Db, until: number, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('webhookDeliveries')
    .where('id', 'in', (rows) => rows.selectFrom('webhookDeliveries').select('id').where('at', '<', until).limit(limit))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
