import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { orders } from '@basics/contract/integrations/orders.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';
import { readPage } from '#server/database/queries/read-page.ts';
import type { NewRow } from '#server/database/schema.ts';
import { inScope, type Viewer } from '#server/features/users/scope.repository.ts';

/** The system that an order comes from, and the number of the order in that system. */
export type OrderKey = { source: string; externalId: string };

/** The user or the company that has the PCs of an order. */
export type GrantOwner = { userId: number; companyId: null } | { userId: null; companyId: number };

/**
 * Creates an order without a customer if there is none with this number, and locks it until the transaction ends. The same order that arrives
 * many times at once is therefore handled one after the other.
 */
export async function claimOrder(trx: Trx, key: OrderKey, at: number) {
  await trx
    .insertInto('orders')
    .values({ ...key, createdAt: at, changedAt: at })
    .onConflict((conflict) => conflict.columns(['source', 'externalId']).doNothing())
    .execute();
  return trx
    .selectFrom('orders')
    .select(['id', 'userId', 'companyId', 'loginFold', 'note'])
    .where('source', '=', key.source)
    .where('externalId', '=', key.externalId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function isOrder(db: Db, { source, externalId }: OrderKey): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('source', '=', source)
    .where('externalId', '=', externalId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateOrder(trx: Trx, id: number, values: Partial<NewRow<'orders'>>): Promise<void> {
  await trx.updateTable('orders').set(values).where('id', '=', id).execute();
}

type NewLine = Omit<NewRow<'orderLines'>, 'orderId' | 'number'>;

export async function replaceLines(trx: Trx, orderId: number, lines: readonly NewLine[]): Promise<void> {
  await trx.deleteFrom('orderLines').where('orderId', '=', orderId).execute();
  if (lines.length === 0) return;
  await trx
    .insertInto('orderLines')
    .values(lines.map((line, number) => ({ ...line, orderId, number })))
    .execute();
}

const lineColumns = [
  'orderLines.orderId',
  'orderLines.line',
  'orderLines.toolId',
  'orderLines.brandId',
  'orderLines.configTools',
  'orderLines.pcs',
  'orderLines.validFrom',
  'orderLines.validTo',
] as const;

export const findLines = (db: Db, orderIds: readonly number[]) =>
  db
    .selectFrom('orderLines')
    .select(lineColumns)
    .where('orderId', 'in', orderIds)
    .orderBy('orderId')
    .orderBy('number')
    .execute();

export type LineRow = Awaited<ReturnType<typeof findLines>>[number];

/** Finds the lines of all orders of a user or a company for a tool and brand. */
export const findLinesOfOwner = (
  trx: Trx,
  owner: GrantOwner,
  { toolId, brandId }: { toolId: string; brandId: string },
) =>
  trx
    .selectFrom('orderLines')
    .innerJoin('orders', 'orders.id', 'orderLines.orderId')
    .select(lineColumns)
    .where('orderLines.toolId', '=', toolId)
    .where('orderLines.brandId', '=', brandId)
    .$call((query) =>
      owner.companyId === null
        ? query.where('orders.userId', '=', owner.userId).where('orders.companyId', 'is', null)
        : query.where('orders.companyId', '=', owner.companyId),
    )
    .execute();

type OrderedGrantKey = { owner: GrantOwner; toolId: string; brandId: string };

export const findOrderedGrant = (trx: Trx, { owner, toolId, brandId }: OrderedGrantKey) =>
  trx
    .selectFrom('orderedGrants')
    .select(['id', 'terms', 'base', 'nextDay'])
    .where('toolId', '=', toolId)
    .where('brandId', '=', brandId)
    .$call((query) =>
      owner.companyId === null
        ? query.where('userId', '=', owner.userId)
        : query.where('companyId', '=', owner.companyId),
    )
    .executeTakeFirst();

type OrderedGrantValues = { terms: string; base: string | null; nextDay: string | null };

export async function storeOrderedGrant(
  trx: Trx,
  { owner, toolId, brandId }: OrderedGrantKey,
  values: OrderedGrantValues,
): Promise<void> {
  await trx
    .insertInto('orderedGrants')
    .values({ ...owner, toolId, brandId, ...values })
    .onConflict((conflict) =>
      conflict.columns([owner.companyId === null ? 'userId' : 'companyId', 'toolId', 'brandId']).doUpdateSet(values),
    )
    .execute();
}

/** Finds what orders give and what changes by `today`: only for users with an account, and for companies. */
export const findDueGrants = (db: Db, { today, limit }: { today: string; limit: number }) =>
  db
    .selectFrom('orderedGrants')
    .leftJoin('users', 'users.id', 'orderedGrants.userId')
    .select([
      'orderedGrants.id',
      'orderedGrants.userId',
      'orderedGrants.companyId',
      'orderedGrants.toolId',
      'orderedGrants.brandId',
    ])
    .where('orderedGrants.nextDay', '<=', today)
    .where((where) =>
      where.or([
        where('orderedGrants.userId', 'is', null),
        where('users.status', 'in', ['approved', 'active', 'suspended']),
      ]),
    )
    .orderBy('orderedGrants.id')
    .limit(limit)
    .execute();

/** Selects the orders of customers in the viewer's scope. */
const selectOrders = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.userId')
    .leftJoin('companies', 'companies.id', 'orders.companyId')
    .select(['orders.id', 'orders.source', 'orders.externalId', 'orders.companyId', 'orders.createdUser'])
    .select(['orders.invited', 'orders.note', 'orders.createdAt', 'orders.changedAt'])
    .select(['users.id as userId', 'users.login', 'users.firstName', 'users.lastName', 'companies.name as companyName'])
    .where(inScope(viewer));

export type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['execute']>>[number];

export const findOrder = (db: Db, viewer: Viewer, { source, externalId }: OrderKey) =>
  selectOrders(db, viewer)
    .where('orders.source', '=', source)
    .where('orders.externalId', '=', externalId)
    .executeTakeFirst();

/** Finds a page of the orders of customers in the viewer's scope. `keyword` is the beginning of the number of an order. */
export function findOrders(db: Db, viewer: Viewer, query: Body<typeof orders.search>) {
  const { keyword, sort, userId, companyId, pageNumber, pageSize } = query;
  const direction = sort?.direction ?? 'desc';
  const word = keyword.trim();
  const found = selectOrders(db, viewer)
    .$if(word !== '', (matching) =>
      matching.where(sql<boolean>`substr(orders.external_id, 1, length(cast(${word} as text))) = ${word}`),
    )
    .$call((matching) => (userId === undefined ? matching : matching.where('orders.userId', '=', userId)))
    .$call((matching) => (companyId === undefined ? matching : matching.where('orders.companyId', '=', companyId)))
    .orderBy('orders.changedAt', direction)
    .orderBy('orders.id', direction);
  return readPage(found, { pageNumber, pageSize });
}
