import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { Order, orders } from '@basics/contract/integrations/orders.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { isDeepStrictEqual } from 'node:util';
import { isUniqueViolation } from '#server/database/failures.ts';
import type { Trx } from '#server/database/foundation.ts';
import { findCompanyByRef } from '#server/features/companies/companies.repository.ts';
import { requireSeatsFor } from '#server/features/companies/company-seats.ts';
import { findSeatHolders, lockCompany } from '#server/features/licenses/seats/company-seats.repository.ts';
import { lockUserInScope } from '#server/features/users/users.repository.ts';
import { findRefusedFields, type Catalogue } from '#server/features/users/write/accept-fields.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { toUtcDay } from '#server/platform/clock/clock.ts';
import { foldLogin } from '#server/platform/email-addresses.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import { readOrder, toBodyLine } from './list-orders.ts';
import {
  findUnknownValues,
  openOrder,
  readCatalogue,
  requireLoginInReach,
  type OpenedOrder,
  type OrderContext,
} from './order-customer.ts';
import type { GrantTerms } from './order-terms.ts';
import {
  claimOrder,
  findLines,
  isOrder,
  replaceLines,
  updateOrder,
  type GrantOwner,
  type OrderKey,
} from './orders.repository.ts';
import { pickOwner, planGrant, writeGrant, type GrantPlan } from './write-grant.ts';

type OrderBody = Body<typeof orders.put>;
type Line = OrderBody['lines'][number];

/**
 * Applies a whole order in one transaction: finds or creates the customer and the company, stores the lines, and changes the grants by the
 * difference. The same order again changes nothing. Throws INVALID with a message for each wrong field, SEATS_IN_USE for fewer PCs than are in
 * use, RESULTS_NOT_FOUND for an order of a customer out of scope, and the problems of `openOrder`; then nothing is written.
 */
export async function applyOrder(context: OrderContext, key: OrderKey, sentBody: OrderBody): Promise<Order> {
  const { database } = context;
  const body = normalise(sentBody);
  if (!(await isOrder(database.kysely, key))) await requireLoginInReach(context, body.customer.login);
  const apply = () => database.transact((trx) => writeOrder(trx, context, { key, body }));
  await apply().catch((error: unknown) => {
    // Another order has created the company at the same time: the second attempt finds it.
    if (isUniqueViolation(error, 'companies', ['externalRef'])) return apply();
    throw error;
  });
  return readOrder({ ...context, db: database.kysely }, key);
}

/** Spaces around texts, and the order of add-ons, have no meaning. */
const normalise = (body: OrderBody): OrderBody => ({
  ...body,
  note: body.note.trim(),
  lines: body.lines.map((line) => ({ ...line, line: line.line.trim(), addOns: line.addOns.toSorted() })),
});

async function writeOrder(
  trx: Trx,
  context: OrderContext,
  { key, body }: { key: OrderKey; body: OrderBody },
): Promise<void> {
  const row = await claimOrder(trx, key, context.at);
  const stored = row.userId === null ? null : await requireSameOrder(trx, context, { row, userId: row.userId, body });
  const oldLines = (await findLines(trx, [row.id])).map(toBodyLine);
  const changesLines = !isDeepStrictEqual(oldLines, body.lines);
  if (stored && !changesLines && row.note === body.note) return;
  if (!stored && !body.lines.some(({ pcs }) => pcs > 0)) throw invalid({ lines: serverMessages.newOrderEmpty });
  const catalogue = await readCatalogue(trx);
  const unknownValues = findUnknownValues(body, catalogue);
  if (Object.keys(unknownValues).length > 0) throw invalid(unknownValues);
  const opened = stored ?? (await openOrder(trx, context, body));
  await updateOrder(trx, row.id, {
    note: body.note,
    changedAt: context.at,
    ...(!stored && toColumns(opened, body.customer.login)),
  });
  if (changesLines) {
    await replaceLines(trx, row.id, body.lines.map(toLineRow)); // oxfmt-ignore
    await changeGrants(trx, context, { key, body, oldLines, owner: opened.owner, catalogue });
  }
  await recordAction(trx, context, {
    action: 'order.apply',
    subject: { kind: 'user', id: opened.userId },
    ...(stored && { before: { order: formatKey(key), lines: oldLines, note: row.note } }),
    after: { order: formatKey(key), lines: body.lines, note: body.note },
  });
}

type StoredOrder = { row: Awaited<ReturnType<typeof claimOrder>>; userId: number; body: OrderBody };

/**
 * Locks the customer and the company of a stored order. Throws RESULTS_NOT_FOUND for a customer out of scope, also for a deleted one, and INVALID
 * for another customer or company than the order has.
 */
async function requireSameOrder(
  trx: Trx,
  { actor }: OrderContext,
  { row, userId, body }: StoredOrder,
): Promise<Pick<OpenedOrder, 'userId' | 'owner'>> {
  if (!(await lockUserInScope(trx, actor, userId))) throw problem('RESULTS_NOT_FOUND');
  if (row.loginFold !== foldLogin(body.customer.login))
    throw invalid({ 'customer.login': serverMessages.orderKeepsCustomer });
  if (body.company && (await findCompanyByRef(trx, body.company.externalRef.trim()))?.id !== row.companyId)
    throw invalid({ 'company.externalRef': serverMessages.orderKeepsCompany });
  if (row.companyId === null) return { userId, owner: { userId, companyId: null } };
  await lockCompany(trx, row.companyId);
  return { userId, owner: { userId: null, companyId: row.companyId } };
}

const toColumns = (
  { userId, owner, ...opened }: Pick<OpenedOrder, 'userId' | 'owner'> & Partial<OpenedOrder>,
  login: string,
) => ({
  userId,
  companyId: owner.companyId,
  loginFold: foldLogin(login),
  createdUser: opened.created === true ? (1 as const) : (0 as const),
  invited: opened.invited === true ? (1 as const) : (0 as const),
});

const toLineRow = ({ line, tool, brand, addOns, pcs, validFrom, validTo }: Line) => ({
  line,
  toolId: tool,
  brandId: brand,
  configTools: JSON.stringify(addOns),
  pcs,
  validFrom,
  validTo,
});

const formatKey = ({ source, externalId }: OrderKey): string => `${source} ${externalId}`;

type Change = {
  key: OrderKey;
  body: OrderBody;
  oldLines: readonly Line[];
  owner: GrantOwner;
  catalogue: Catalogue;
};

/** Changes the grants of all tools that the order names or has named. Throws INVALID and SEATS_IN_USE. */
async function changeGrants(
  trx: Trx,
  context: OrderContext,
  { key, body, oldLines, owner, catalogue }: Change,
): Promise<void> {
  const { actor, at } = context;
  const pairs = new Map([...body.lines, ...oldLines].map(({ tool, brand }) => [`${tool} ${brand}`, { tool, brand }]));
  for (const { tool, brand } of pairs.values()) {
    const lines = body.lines
      .map((line, index) => ({ ...line, index }))
      .filter((line) => line.tool === tool && line.brand === brand);
    const path = lines[0] ? `lines.${lines[0].index}` : 'lines';
    // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
    const plan = await planGrant(trx, { owner, toolId: tool, brandId: brand }, { at, path: `${path}.pcs` });
    requireGrantable(plan, { path, permissions: actor.permissions, catalogue });
    const pcs = lines.reduce((sum, line) => sum + line.pcs, 0);
    // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
    if (pcs > 0) await requireEnoughSeats(trx, context, { plan, path: `${path}.pcs` });
    // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
    const change = await writeGrant(trx, plan, formatKey(key));
    // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
    if (change) await recordAction(trx, context, change);
  }
}

type GrantCheck = Pick<OrderContext['actor'], 'permissions'> & { path: string; catalogue: Catalogue };

/** Throws INVALID for a retired tool, and for add-ons that the actor may not grant or remove. */
function requireGrantable(plan: GrantPlan, { path, permissions, catalogue }: GrantCheck): void {
  const toTool = ({ configTools, validFrom, validTo }: GrantTerms) => ({
    tool: plan.toolId,
    brand: plan.brandId,
    configTools: [...configTools],
    validFrom,
    validTo,
  });
  const refusedFields = findRefusedFields({
    fields: { tools: [toTool(plan.merged)] },
    currentTools: plan.stored ? [toTool(plan.stored)] : [],
    permissions,
    catalogue,
  });
  const faults = Object.entries(refusedFields).map(([field, message]) => [
    `${path}.${field === 'tools.0.tool' ? 'tool' : 'addOns'}`,
    message,
  ]);
  if (faults.length > 0) throw invalid(Object.fromEntries(faults));
}

/** A number that is lowered must not be below the PCs that use a seat today. A cancelled line is not checked: it ends with the licences. */
async function requireEnoughSeats(
  trx: Trx,
  { actor, at }: OrderContext,
  { plan, path }: { plan: GrantPlan; path: string },
): Promise<void> {
  const { owner, toolId, brandId, stored, merged } = plan;
  const isLowered = merged.pcs !== null && (stored?.pcs ?? Infinity) > merged.pcs;
  const isLater = merged.validFrom !== null && merged.validFrom > toUtcDay(at);
  if (merged.pcs === null || !isLowered || isLater) return;
  requireSeatsFor(
    await findSeatHolders(trx, { ...pickOwner(owner), toolId, brandId, viewer: actor, now: at }),
    merged.pcs,
    path,
  );
}
