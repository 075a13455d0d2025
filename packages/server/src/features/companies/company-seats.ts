import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { CompanySeats, companies } from '@basics/contract/companies/companies.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { isStaffProfile } from '@basics/contract/calls/permissions.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { phrases } from '@basics/contract/texts/phrases.ts';
import { parseTexts } from '#server/database/columns.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import { findGrantState, type SeatHolder } from '#server/features/licenses/license.ts';
import { findCompanyMoves, findSeatHolders } from '#server/features/licenses/seats/company-seats.repository.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { findRefusedFields } from '#server/features/users/write/accept-fields.ts';
import { findBrands, lockTools } from '#server/features/users/users.repository.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { addMonths, toUtcDay } from '#server/platform/clock/clock.ts';
import type { Actor, CallContext } from '#server/platform/http/call-context.ts';
import { invalid, problemWithFacts } from '#server/platform/problem.ts';
import { requireCurrentVersion, type WriteContext } from '#server/platform/writing.ts';
import { formatName } from '#server/features/users/user.ts';
import { findCompanyOf } from './companies.repository.ts';
import { lockOrRefuse, requireCompany } from './company.ts';
import { findManagers } from './members.repository.ts';
import { findCompanyGrants, storeCompanyGrant, type CompanyGrantRow } from './company-grants.repository.ts';

type SeatsQuery = { companyId: number; viewer: Viewer; now: number };

/** Returns what a member sees of the own company. */
export async function readOwnCompany({
  db,
  actor,
  at,
}: Pick<CallContext, 'db' | 'actor' | 'at'>): Promise<Reply<typeof companies.own>> {
  const row = await findCompanyOf(db, actor.userId);
  if (!row) return { company: null };
  return {
    company: {
      companyId: row.id,
      name: row.name,
      status: row.status,
      role: row.role,
      managers: (await findManagers(db, row.id)).map((manager) => ({ userId: manager.id, name: formatName(manager) })),
      seats: await listCompanySeats(db, { companyId: row.id, viewer: actor, now: at }),
    },
  };
}

/** Lists the seats of a company in the actor's scope by tool and brand. Throws RESULTS_NOT_FOUND. */
export async function readCompanySeats(
  { db, actor, at }: Pick<CallContext, 'db' | 'actor' | 'at'>,
  companyId: number,
): Promise<Reply<typeof companies.seats>> {
  await requireCompany(db, actor, companyId, 'issuing');
  return { items: await listCompanySeats(db, { companyId, viewer: actor, now: at }) };
}

/** Lists the seats of a company, of which the caller has checked the scope. */
export async function listCompanySeats(db: Db, { companyId, viewer, now }: SeatsQuery): Promise<CompanySeats[]> {
  const grants = await findCompanyGrants(db, companyId);
  const holders = await findSeatHolders(db, { companyId, viewer, now });
  const since = addMonths(now, -limits.licence.moveWindowMonths);
  const isStaff = isStaffProfile(viewer.profileID);
  const seats: CompanySeats[] = [];
  for (const grant of grants) {
    const usedSeats = holders.filter(({ toolId, brandId }) => toolId === grant.toolId && brandId === grant.brandId);
    // oxlint-disable-next-line no-await-in-loop -- a company has one or two tools
    const moves = await findCompanyMoves(db, { companyId, toolId: grant.toolId, since, now });
    const next = usedSeats[0];
    seats.push({
      ...toSeatFields(grant, now),
      seatsUsed: usedSeats.length,
      movesUsed: moves.length,
      nextFree: next ? { machineName: next.name, owner: next.owner ?? '', day: toUtcDay(next.expiresAt) } : null,
      ...(isStaff && { source: grant.source, reason: grant.reason }),
    });
  }
  return seats;
}

const leastMoves = 3;

const toSeatFields = (grant: CompanyGrantRow, now: number) => ({
  seatsId: grant.id,
  tool: grant.toolId,
  toolName: grant.toolName,
  brand: grant.brandId,
  brandName: grant.brandName,
  configTools: parseTexts(grant.configTools),
  pcs: grant.pcs,
  seatsAllowed: grant.pcs,
  movesAllowed: grant.pcs === null ? null : Math.max(leastMoves, grant.pcs),
  validFrom: grant.validFrom,
  validTo: grant.validTo,
  state: findGrantState(grant, toUtcDay(now)),
  version: grant.version,
});

type SeatsInput = Body<typeof companies.setSeats>;

/**
 * Sets the PCs bought for a tool of a brand. Throws RESULTS_NOT_FOUND, STALE, INVALID, or SEATS_IN_USE with the PCs that use a seat, if they
 * are more than the new number.
 */
export function setCompanySeats(context: WriteContext, companyId: number, input: SeatsInput): Promise<CompanySeats> {
  const { database, actor, at } = context;
  return database.transact(async (trx) => {
    await lockOrRefuse(trx, actor, companyId);
    const grants = await findCompanyGrants(trx, companyId);
    const before = grants.find(({ toolId, brandId }) => toolId === input.tool && brandId === input.brand);
    if (before) requireCurrentVersion(before, input.version);
    await requireGrantable(trx, actor, { before, input });
    await requireEnoughSeats(trx, { companyId, viewer: actor, now: at }, input);
    const { tool: toolId, brand: brandId, pcs, validFrom, validTo, source, reason } = input;
    const configTools = JSON.stringify(input.configTools);
    await storeCompanyGrant(trx, { companyId, toolId, brandId, pcs, validFrom, validTo, source, reason, configTools });
    const [seats] = (await listCompanySeats(trx, { companyId, viewer: actor, now: at })).filter(
      ({ tool, brand }) => tool === toolId && brand === brandId,
    );
    if (!seats) throw new Error('the seats that were just stored were not found');
    await recordAction(trx, context, {
      action: 'company.setSeats',
      subject: { kind: 'company', id: companyId },
      ...(before && { before: pickTerms(before) }),
      after: { ...pickTerms({ toolId, brandId, pcs, validFrom, validTo, configTools }), source, reason },
    });
    return seats;
  });
}

type Terms = Pick<CompanyGrantRow, 'toolId' | 'brandId' | 'pcs' | 'validFrom' | 'validTo' | 'configTools'>;

const pickTerms = ({ toolId, brandId, pcs, validFrom, validTo, configTools }: Terms) => ({
  toolId,
  brandId,
  pcs,
  validFrom,
  validTo,
  configTools: parseTexts(configTools),
});

/** Throws INVALID for a tool, brand or add-on that does not exist, or that the actor may not grant. */
async function requireGrantable(
  trx: Trx,
  { permissions }: Actor,
  { before, input }: { before: CompanyGrantRow | undefined; input: SeatsInput },
): Promise<void> {
  const { tool, brand, configTools, validFrom, validTo } = input;
  const currentTools = before
    ? [
        {
          tool,
          brand,
          configTools: parseTexts(before.configTools),
          validFrom: before.validFrom,
          validTo: before.validTo,
        },
      ]
    : [];
  const refusedFields = findRefusedFields({
    fields: { tools: [{ tool, brand, configTools, validFrom, validTo }] },
    currentTools,
    permissions,
    catalogue: { brands: await findBrands(trx), tools: await lockTools(trx) },
  });
  const fields = Object.entries(refusedFields).map(([path, message]) => [
    path === 'tools' ? 'configTools' : path.replace('tools.0.', ''),
    message,
  ]);
  if (fields.length > 0) throw invalid(Object.fromEntries(fields));
}

/** How many PCs the refusal names. */
const namedPcs = 20;

async function requireEnoughSeats(trx: Trx, query: SeatsQuery, { tool, brand, pcs }: SeatsInput): Promise<void> {
  if (pcs !== null) requireSeatsFor(await findSeatHolders(trx, { ...query, toolId: tool, brandId: brand }), pcs);
}

/** Throws SEATS_IN_USE with the names of the PCs if more than `pcs` PCs use a seat; `path` is the field with the number, if it is to be named. */
export function requireSeatsFor(holders: readonly SeatHolder[], pcs: number, path?: string): void {
  if (holders.length <= pcs) return;
  const names = holders.slice(0, namedPcs).map(({ name }) => name || phrases().unnamedPc());
  const others = holders.length - names.length;
  const machines = [...names, ...(others > 0 ? [phrases().otherPcs(others)] : [])].join(', ');
  const fields = path === undefined ? undefined : { [path]: serverMessages.seatsInUse };
  throw problemWithFacts('SEATS_IN_USE', { used: holders.length, pcs, machines }, { ...(fields && { fields }) });
}
