import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { CompanySeats } from '@basics/contract/companies/companies.ts';
import type { companyAgents } from '@basics/contract/companies/company-agents.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { phrases } from '@basics/contract/texts/phrases.ts';
import { parseTexts } from '#server/database/columns.ts';
import type { Trx } from '#server/database/foundation.ts';
import { findGrantState } from '#server/features/licenses/license.ts';
import { findSeatHolders } from '#server/features/licenses/seats/company-seats.repository.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { toUtcDay } from '#server/platform/clock/clock.ts';
import { invalid, problem, problemWithFacts } from '#server/platform/problem.ts';
import { requireCurrentVersion } from '#server/platform/writing.ts';
import { isCompanyInScope } from '../companies.repository.ts';
import { requireCompany } from '../company.ts';
import { listCompanySeats, requireSeatsFor } from '../company-seats.ts';
import { requireActive } from '../invitations.ts';
import { findCompanyGrants, storeCompanyGrant, type CompanyGrantRow } from '../company-grants.repository.ts';
import { isManagerOf, tellManagers, type AgentContext } from './agents.ts';
import { findAgents, lockCompanies } from './agents.repository.ts';

type Move = Body<typeof companyAgents.movePcs>;
type Grant = Pick<CompanyGrantRow, 'configTools' | 'validFrom' | 'validTo'> & { pcs: number };

/**
 * Moves PCs bought from the stock of an agent, whose manager the actor is, to a customer that has agreed. Only PCs that use no seat are moved,
 * while both companies are locked, so that the sum stays the same. Throws RESULTS_NOT_FOUND, COMPANY_SUSPENDED, NOT_ENOUGH_STOCK,
 * STOCK_TERMS, SEATS_IN_USE, STALE, INVALID, and NOT_PERMITTED for staff, who set the PCs bought.
 */
export function movePcs(
  context: AgentContext,
  agentId: number,
  move: Move,
): Promise<Reply<typeof companyAgents.movePcs>> {
  const { database, actor, at } = context;
  const { customerId, tool, brand, pcs } = move;
  return database.transact(async (trx) => {
    await requireCompany(trx, actor, agentId);
    const companies = await lockCompanies(trx, [agentId, customerId]);
    if (!(await isManagerOf(trx, actor, agentId))) throw problem('NOT_PERMITTED');
    const agent = companies.find(({ id }) => id === agentId);
    const customer = companies.find(({ id }) => id === customerId);
    const isAgent = (await findAgents(trx, customerId)).some(({ companyId }) => companyId === agentId);
    if (!agent || !customer || !isAgent || !(await isCompanyInScope(trx, actor, customerId, 'issuing')))
      throw problem('RESULTS_NOT_FOUND');
    requireActive(agent);
    requireActive(customer);
    const stock = await requireStock(trx, { agentId, at, move });
    const target = await requireTarget(trx, { customer, viewer: actor, at, move, stock });
    const key = { toolId: tool, brandId: brand };
    await storeCompanyGrant(trx, {
      ...pickTerms(stock),
      ...key,
      companyId: agentId,
      pcs: stock.pcs - pcs,
      source: stock.source,
      reason: phrases().movedToCompany(customer.name),
    });
    await storeCompanyGrant(trx, {
      ...pickTerms(target.terms),
      ...key,
      companyId: customerId,
      pcs: target.terms.pcs + pcs,
      source: target.source,
      reason: phrases().movedFromCompany(agent.name),
    });
    for (const [companyId, before, after] of [
      [agentId, stock.pcs, stock.pcs - pcs],
      [customerId, target.terms.pcs, target.terms.pcs + pcs],
    ] as const)
      // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
      await recordAction(trx, context, {
        action: 'company.movePcs',
        subject: { kind: 'company', id: companyId },
        before: { ...key, pcs: before },
        after: { ...key, pcs: after, agentId, customerId },
      });
    const seats = await readSeats(trx, customerId, { actor, at, move });
    const letter = {
      kind: 'pcsReceived',
      company: customer.name,
      agent: agent.name,
      tool: seats.toolName,
      moved: pcs,
      pcs: target.terms.pcs + pcs,
    } as const;
    await tellManagers(trx, context, { companyId: customerId, letter });
    return { stock: await readSeats(trx, agentId, { actor, at, move }), customer: seats };
  });
}

async function readSeats(
  trx: Trx,
  companyId: number,
  { actor, at, move }: Pick<AgentContext, 'actor' | 'at'> & { move: Move },
): Promise<CompanySeats> {
  const rows = await listCompanySeats(trx, { companyId, viewer: actor, now: at });
  const seats = rows.find(({ tool, brand }) => tool === move.tool && brand === move.brand);
  if (!seats) throw new Error('the seats that were just stored were not found');
  return seats;
}

const pickTerms = ({ configTools, validFrom, validTo }: Pick<Grant, 'configTools' | 'validFrom' | 'validTo'>) => ({
  configTools,
  validFrom,
  validTo,
});

const findGrant = async (trx: Trx, companyId: number, { tool, brand }: Move): Promise<CompanyGrantRow | undefined> =>
  (await findCompanyGrants(trx, companyId)).find(({ toolId, brandId }) => toolId === tool && brandId === brand);

/** Returns the stock of an agent, which has enough PCs without a seat. Throws NOT_ENOUGH_STOCK, STALE. */
async function requireStock(
  trx: Trx,
  { agentId, at, move }: { agentId: number; at: number; move: Move },
): Promise<CompanyGrantRow & { pcs: number }> {
  const { tool: toolId, brand: brandId, pcs, version } = move;
  const stock = await findGrant(trx, agentId, move);
  if (!stock || stock.pcs === null || findGrantState(stock, toUtcDay(at)) !== 'valid')
    throw problemWithFacts('NOT_ENOUGH_STOCK', { free: 0, pcs });
  requireCurrentVersion(stock, version);
  const used = (await findSeatHolders(trx, { companyId: agentId, toolId, brandId, now: at })).length;
  const free = Math.max(0, stock.pcs - used);
  if (pcs > free) throw problemWithFacts('NOT_ENOUGH_STOCK', { free, pcs });
  return { ...stock, pcs: stock.pcs };
}

type Target = { customer: { id: number; name: string }; viewer: Viewer; at: number; move: Move; stock: Grant };

/**
 * Returns the terms of the customer to which the PCs are added; a customer without the tool gets the terms of the stock. Otherwise a PC would
 * last longer, or have more add-ons, than the agent bought. PCs with licences by grants of their owners would use seats too, so the first PCs of
 * a tool must be enough for them. Throws STOCK_TERMS, SEATS_IN_USE, INVALID.
 */
async function requireTarget(
  trx: Trx,
  { customer, viewer, at, move, stock }: Target,
): Promise<{ terms: Grant; source: string | null }> {
  const grant = await findGrant(trx, customer.id, move);
  if (!grant) {
    const seats = { companyId: customer.id, toolId: move.tool, brandId: move.brand };
    requireSeatsFor(await findSeatHolders(trx, { ...seats, viewer, now: at }), move.pcs);
    return { terms: { ...pickTerms(stock), pcs: 0 }, source: null };
  }
  const addOns = parseTexts(stock.configTools);
  const lastsLonger = stock.validTo !== null && (grant.validTo === null || grant.validTo > stock.validTo);
  const hasOtherAddOns = parseTexts(grant.configTools).some((addOn) => !addOns.includes(addOn));
  const isValid = findGrantState(grant, toUtcDay(at)) === 'valid';
  if (grant.pcs === null || lastsLonger || hasOtherAddOns || !isValid)
    throw problemWithFacts('STOCK_TERMS', { company: customer.name, tool: grant.toolName });
  if (grant.pcs + move.pcs > limits.company.pcs) throw invalid({ pcs: fieldMessages.movedPcs });
  return { terms: { ...pickTerms(grant), pcs: grant.pcs }, source: grant.source };
}
