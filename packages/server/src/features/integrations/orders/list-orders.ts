import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { Order, orders } from '@basics/contract/integrations/orders.ts';
import { parseTexts } from '#server/database/columns.ts';
import { findGrantState } from '#server/features/licenses/license.ts';
import { formatName } from '#server/features/users/user.ts';
import { toIsoTime, toUtcDay } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import { findLines, findOrder, findOrders, type LineRow, type OrderKey, type OrderRow } from './orders.repository.ts';

type ReadContext = Pick<CallContext, 'db' | 'actor' | 'at'>;

/** Reads an order of a customer in the actor's scope. Throws RESULTS_NOT_FOUND. */
export async function readOrder({ db, actor, at }: ReadContext, key: OrderKey): Promise<Order> {
  const row = await findOrder(db, actor, key);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  return toOrder(row, await findLines(db, [row.id]), at);
}

/** Finds a page of the orders of customers in the actor's scope. */
export async function searchOrders(
  { db, actor, at }: ReadContext,
  query: Body<typeof orders.search>,
): Promise<Reply<typeof orders.search>> {
  const page = await findOrders(db, actor, query);
  const lines = page.items.length === 0 ? [] : await findLines(db, page.items.map(({ id }) => id)); // oxfmt-ignore
  const linesOf = Map.groupBy(lines, ({ orderId }) => orderId);
  return { ...page, items: page.items.map((row) => toOrder(row, linesOf.get(row.id) ?? [], at)) };
}

/** Converts a line to the form in which an order states it. */
export const toBodyLine = ({ line, toolId, brandId, configTools, pcs, validFrom, validTo }: LineRow) => ({
  line,
  tool: toolId,
  brand: brandId,
  addOns: parseTexts(configTools),
  pcs,
  validFrom,
  validTo,
});

const toOrder = (row: OrderRow, lines: readonly LineRow[], now: number): Order => ({
  orderId: row.id,
  source: row.source,
  externalId: row.externalId,
  userId: row.userId,
  customer: { userId: row.userId, name: formatName(row), login: row.login },
  company: row.companyId === null ? null : { companyId: row.companyId, name: row.companyName ?? '' },
  created: row.createdUser === 1,
  invitation: row.invited === 1 ? 'sent' : 'none',
  lines: lines.map((line) => ({
    ...toBodyLine(line),
    state: line.pcs === 0 ? 'cancelled' : findGrantState(line, toUtcDay(now)),
  })),
  note: row.note,
  createdAt: toIsoTime(row.createdAt),
  changedAt: toIsoTime(row.changedAt),
});
