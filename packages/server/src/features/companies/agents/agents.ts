import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { companyAgents } from '@basics/contract/companies/company-agents.ts';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import { findUser } from '#server/features/users/users.repository.ts';
import type { LetterOf } from '#server/mail/letter.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { toIsoTime, toUtcDay } from '#server/platform/clock/clock.ts';
import type { Actor, CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { findCompanyOf, isCompanyInScope } from '../companies.repository.ts';
import { requireCompany } from '../company.ts';
import { findManagers } from '../members.repository.ts';
import {
  canBeAgent,
  changeAgent,
  findAgents,
  findCustomers,
  insertAgent,
  lockCompanies,
  type AgentRow,
} from './agents.repository.ts';

type ReadContext = Pick<CallContext, 'db' | 'actor' | 'at'>;
export type AgentContext = WriteContext & Pick<CallContext, 'queueLetter'>;
type Agents = Reply<typeof companyAgents.agents>;
/** `id` is the customer, as in the path. */
type AgentLink = { id: number; agentId: number };

/** Lists the agents of a company in the actor's scope. Throws RESULTS_NOT_FOUND. */
export async function listAgents({ db, actor }: Pick<ReadContext, 'db' | 'actor'>, id: number): Promise<Agents> {
  await requireCompany(db, actor, id);
  return readAgents(db, id);
}

/** Lists the customers of an agent in the actor's scope. Throws RESULTS_NOT_FOUND. */
export async function listCustomers(
  { db, actor, at }: ReadContext,
  agentId: number,
  query: Body<typeof companyAgents.customers>,
): Promise<Reply<typeof companyAgents.customers>> {
  await requireCompany(db, actor, agentId);
  const page = await findCustomers(dbForLongReads(db), actor, { ...query, agentId, now: at });
  return {
    ...page,
    items: page.items.map(({ id, acceptedAt, nextExpiry, ...row }) => ({
      ...row,
      companyId: id,
      acceptedAt: toIsoTime(acceptedAt ?? at),
      nextExpiry: nextExpiry === null ? null : toUtcDay(nextExpiry),
    })),
  };
}

/**
 * Proposes an agent to the managers of a company, by e-mail. Both companies are in the scope of staff. A repeated proposal changes nothing.
 * Throws RESULTS_NOT_FOUND, NOT_AN_AGENT.
 */
export function proposeAgent(context: AgentContext, { id, agentId }: AgentLink): Promise<Agents> {
  const { database, actor, at } = context;
  return database.transact(async (trx) => {
    await requireCompany(trx, actor, id);
    await requireCompany(trx, actor, agentId);
    const names = await lockPair(trx, { id, agentId });
    if (id === agentId || !(await canBeAgent(trx, agentId))) throw problem('NOT_AN_AGENT');
    if (await findLink(trx, { id, agentId })) return readAgents(trx, id);
    await insertAgent(trx, { agentId, customerId: id, at });
    await tellManagers(trx, context, { companyId: id, letter: { kind: 'agentProposed', ...names } });
    await recordAgent(trx, context, { action: 'company.proposeAgent', id, agentId });
    return readAgents(trx, id);
  });
}

/** Agrees to a proposed agent, as a manager of the company. Throws RESULTS_NOT_FOUND, and NOT_PERMITTED for staff. */
export function acceptAgent(context: AgentContext, { id, agentId }: AgentLink): Promise<Agents> {
  const { database, actor, at } = context;
  return database.transact(async (trx) => {
    await requireCompany(trx, actor, id);
    const names = await lockPair(trx, { id, agentId });
    if (!(await isManagerOf(trx, actor, id))) throw problem('NOT_PERMITTED');
    const link = await findLink(trx, { id, agentId });
    if (!link) throw problem('RESULTS_NOT_FOUND');
    if (link.acceptedAt !== null) return readAgents(trx, id);
    await changeAgent(trx, link.id, { acceptedAt: at });
    const letter = { kind: 'agentChanged', ...names, state: 'accepted' } as const;
    await tellManagers(trx, context, { companyId: agentId, letter });
    await recordAgent(trx, context, { action: 'company.acceptAgent', id, agentId });
    return readAgents(trx, id);
  });
}

/**
 * Ends an agent or refuses a proposed one: as a manager of the company, as staff, or as a manager of the agent that acts for the company.
 * From the next request, the agent sees nothing of the company. Throws RESULTS_NOT_FOUND.
 */
export function endAgent(context: AgentContext, { id, agentId }: AgentLink): Promise<void> {
  const { database, actor, at } = context;
  return database.transact(async (trx) => {
    const isOfCustomer = await isCompanyInScope(trx, actor, id);
    const isOfAgent = (await isManagerOf(trx, actor, agentId)) && (await isCompanyInScope(trx, actor, id, 'issuing'));
    if (!isOfCustomer && !isOfAgent) throw problem('RESULTS_NOT_FOUND');
    const names = await lockPair(trx, { id, agentId });
    const link = await findLink(trx, { id, agentId });
    if (!link) throw problem('RESULTS_NOT_FOUND');
    await changeAgent(trx, link.id, { endedAt: at });
    const letter = { kind: 'agentChanged', ...names, state: 'ended' } as const;
    // An agent has not heard of a proposal that was never accepted.
    const companyIds = link.acceptedAt === null ? [id] : [id, agentId];
    for (const companyId of companyIds)
      // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
      await tellManagers(trx, context, { companyId, letter });
    await recordAgent(trx, context, { action: 'company.endAgent', id, agentId });
  });
}

/** Returns whether the actor is a manager of a company. */
export async function isManagerOf(db: Db, actor: Actor, companyId: number): Promise<boolean> {
  const own = await findCompanyOf(db, actor.userId);
  return own?.id === companyId && own.role === 'manager';
}

type AgentLetter =
  | Pick<LetterOf<'agentProposed'>, 'kind' | 'company' | 'agent'>
  | Pick<LetterOf<'agentChanged'>, 'kind' | 'company' | 'agent' | 'state'>
  | Pick<LetterOf<'pcsReceived'>, 'kind' | 'company' | 'agent' | 'tool' | 'moved' | 'pcs'>;

/** Queues an e-mail to each active manager of a company, except the actor. */
export async function tellManagers(
  trx: Trx,
  { actor, queueLetter }: AgentContext,
  { companyId, letter }: { companyId: number; letter: AgentLetter },
): Promise<void> {
  for (const { id, login, firstName } of await findManagers(trx, companyId)) {
    if (id === actor.userId) continue;
    // oxlint-disable-next-line no-await-in-loop -- the statements of a transaction share its connection
    const brandId = (await findUser(trx, id))?.brandId ?? null;
    // oxlint-disable-next-line no-await-in-loop -- as above
    await queueLetter(trx, { ...letter, to: login, userId: id, brandId, firstName });
  }
}

/** Locks both companies and returns their names. Throws RESULTS_NOT_FOUND. */
async function lockPair(trx: Trx, { id, agentId }: AgentLink): Promise<{ company: string; agent: string }> {
  const rows = await lockCompanies(trx, [id, agentId]);
  const company = rows.find((row) => row.id === id);
  const agent = rows.find((row) => row.id === agentId);
  if (!company || !agent) throw problem('RESULTS_NOT_FOUND');
  return { company: company.name, agent: agent.name };
}

const findLink = async (trx: Trx, { id, agentId }: AgentLink): Promise<AgentRow | undefined> =>
  (await findAgents(trx, id)).find(({ companyId }) => companyId === agentId);

const readAgents = async (db: Db, id: number): Promise<Agents> => ({
  items: (await findAgents(db, id)).map(({ companyId, name, proposedAt, acceptedAt }) => ({
    companyId,
    name,
    state: acceptedAt === null ? 'proposed' : 'accepted',
    proposedAt: toIsoTime(proposedAt),
    acceptedAt: acceptedAt === null ? null : toIsoTime(acceptedAt),
  })),
});

type AgentEvent = AgentLink & { action: 'company.proposeAgent' | 'company.acceptAgent' | 'company.endAgent' };

const recordAgent = (trx: Trx, context: WriteContext, { action, id, agentId }: AgentEvent): Promise<void> =>
  recordAction(trx, context, { action, subject: { kind: 'company', id }, after: { agentId } });
