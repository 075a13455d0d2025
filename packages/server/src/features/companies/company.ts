import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { companies, ListedCompany } from '@basics/contract/companies/companies.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { ScopedRecords, Viewer } from '#server/features/users/scope.repository.ts';
import { toIsoTime } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';
import {
  findCompanies,
  findCompanyInScope,
  isCompanyInScope,
  lockCompanyInScope,
  type CompanyRow,
  type ListedCompanyRow,
} from './companies.repository.ts';

type ReadContext = Pick<CallContext, 'db' | 'actor' | 'at'>;

export async function searchCompanies(
  { db, actor, at }: ReadContext,
  query: Body<typeof companies.search>,
): Promise<Reply<typeof companies.search>> {
  const page = await findCompanies(dbForLongReads(db), actor, { ...query, now: at });
  return { ...page, items: page.items.map(toListedCompany) };
}

/** Reads a company in the actor's scope. Throws RESULTS_NOT_FOUND. */
export async function readCompany({ db, actor, at }: ReadContext, id: number): Promise<ListedCompany> {
  const row = await findCompanyInScope(db, actor, { id, now: at });
  if (!row) throw problem('RESULTS_NOT_FOUND');
  return toListedCompany(row);
}

/** Throws RESULTS_NOT_FOUND unless the company is in the viewer's scope: of staff, of its manager, or with `issuing` of its agent. */
export async function requireCompany(db: Db, viewer: Viewer, id: number, records?: ScopedRecords): Promise<void> {
  if (!(await isCompanyInScope(db, viewer, id, records))) throw problem('RESULTS_NOT_FOUND');
}

/** Locks a company in the viewer's scope until the transaction ends. Throws RESULTS_NOT_FOUND. */
export async function lockOrRefuse(trx: Trx, viewer: Viewer, id: number): Promise<CompanyRow> {
  const row = await lockCompanyInScope(trx, viewer, id);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  return row;
}

const toListedCompany = (row: ListedCompanyRow): ListedCompany => ({
  companyId: row.id,
  name: row.name,
  country: row.country,
  externalRef: row.externalRef,
  crmAccount: row.crmAccount,
  status: row.status,
  version: row.version,
  createdAt: toIsoTime(row.createdAt),
  members: row.members,
  managers: row.managers,
  seatsUsed: row.seatsUsed,
});
