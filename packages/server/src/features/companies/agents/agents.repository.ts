import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { companyAgents } from '@basics/contract/companies/company-agents.ts';
import { agentProfile } from '@basics/contract/calls/permissions.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '#server/database/foundation.ts';
import { readPage } from '#server/database/queries/read-page.ts';
import { companyInScope, type Viewer } from '#server/features/users/scope.repository.ts';
import { contains, createConditions, equals } from '#server/platform/lists/list-filter.repository.ts';
import { foldText } from '#server/platform/search/search-text.ts';

/** Finds the agents of a company, also those that wait for its consent, the oldest first. */
export const findAgents = (db: Db, customerId: number) =>
  db
    .selectFrom('companyAgents')
    .innerJoin('companies as agent', 'agent.id', 'companyAgents.agentId')
    .select(['companyAgents.id', 'agent.id as companyId', 'agent.name'])
    .select(['companyAgents.proposedAt', 'companyAgents.acceptedAt'])
    .where('companyAgents.customerId', '=', customerId)
    .where('companyAgents.endedAt', 'is', null)
    .orderBy('companyAgents.id')
    .execute();

export type AgentRow = Awaited<ReturnType<typeof findAgents>>[number];

/** Whether a company has an active manager with the profile of agents. */
export async function canBeAgent(db: Db, companyId: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('companyId', '=', companyId)
    .where('companyRole', '=', 'manager')
    .where('status', '=', 'active')
    .where('profileId', '=', agentProfile)
    .executeTakeFirst();
  return row !== undefined;
}

type AgentLink = { agentId: number; customerId: number };

export async function insertAgent(trx: Trx, { agentId, customerId, at }: AgentLink & { at: number }): Promise<void> {
  await trx.insertInto('companyAgents').values({ agentId, customerId, proposedAt: at }).execute();
}

export async function changeAgent(
  trx: Trx,
  id: number,
  change: { acceptedAt: number } | { endedAt: number },
): Promise<void> {
  await trx.updateTable('companyAgents').set(change).where('id', '=', id).execute();
}

/** Locks two companies until the transaction ends, in the order of their ids, so that two moves never wait for each other. */
export const lockCompanies = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('companies')
    .select(['id', 'name', 'status'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

type CustomersQuery = Body<typeof companyAgents.customers> & { agentId: number; now: number };

const sortColumns = { name: 'companies.nameFold', acceptedAt: 'companyAgents.acceptedAt' } as const;

/** The valid licences of the members of a company. */
const validLicenses = (now: number) => sql`from users inner join licenses on licenses.user_id = users.id
  where users.company_id = companies.id and licenses.revoked_at is null and licenses.replaced_at is null
    and licenses.is_bridge = 0 and licenses.expires_at > ${now}`;

/** Finds a page of the customers of an agent that have agreed and are in the viewer's scope: staff see those that they see anyway. */
export function findCustomers(db: Db, viewer: Viewer, { agentId, now, ...query }: CustomersQuery) {
  const { keyword, sort, pageNumber, pageSize } = query;
  const word = foldText(keyword.trim());
  const conditions = createConditions(query, { companyId: equals('companies.id') });
  const customers = db
    .selectFrom('companyAgents')
    .innerJoin('companies', 'companies.id', 'companyAgents.customerId')
    .select(['companies.id', 'companies.name', 'companies.status', 'companyAgents.acceptedAt'])
    .select([
      sql<number>`(select count(*) ${validLicenses(now)})`.as('seatsUsed'),
      sql<number | null>`(select min(licenses.expires_at) ${validLicenses(now)})`.as('nextExpiry'),
      sql<
        number | null
      >`(select case when count(*) = count(held.pcs) then coalesce(sum(held.pcs), 0) end from company_grants as held
        where held.company_id = companies.id)`.as('pcs'),
    ])
    .where('companyAgents.agentId', '=', agentId)
    .where('companyAgents.acceptedAt', 'is not', null)
    .where('companyAgents.endedAt', 'is', null)
    .where(companyInScope(viewer, 'issuing'))
    .$if(word !== '', (matching) => matching.where(contains(sql`companies.name_fold`, word)))
    .$call((matching) => conditions.reduce((filtered, condition) => filtered.where(condition), matching))
    .orderBy(sortColumns[sort?.field ?? 'name'], sort?.direction ?? 'asc')
    .orderBy('companies.id');
  return readPage(customers, { pageNumber, pageSize });
}
