import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { companies, ListedCompany } from '@basics/contract/companies/companies.ts';
import type { Db, Trx } from '#server/database/foundation.ts';
import type { ScopedRecords, Viewer } from '#server/features/users/scope.repository.ts';
import { toIsoTime } from '#server/platform/clock/clock.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { createCsvName, createCsvTable, mapBatches, type Columns, type CsvTable } from '#server/platform/csv/csv.ts';
import { startExport } from '#server/platform/csv/start-export.ts';
import { readRowsInOrder } from '#server/platform/lists/list-page.repository.ts';
import { problem } from '#server/platform/problem.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { formatTools } from '#server/features/users/user-fields.ts';
import { toGrantedTool } from '#server/features/users/user.ts';
import { dbForLongReads } from '#server/database/queries/long-reads.ts';
import {
  findCompanies,
  findCompanyInScope,
  isCompanyInScope,
  lockCompanyInScope,
  readListed,
  readReferences,
  selectMatchingCompanies,
  type CompanyRow,
  type ListedCompanyRow,
} from './companies.repository.ts';
import { readGrantsOfCompanies } from './company-grants.repository.ts';

type ReadContext = Pick<CallContext, 'db' | 'actor' | 'at'>;

export async function searchCompanies(
  { db, actor, at }: ReadContext,
  query: Body<typeof companies.search>,
): Promise<Reply<typeof companies.search>> {
  const page = await findCompanies(dbForLongReads(db), actor, { ...query, now: at });
  return { ...page, items: page.items.map(toListedCompany) };
}

/** Exports the companies that match a search, with their seats bought in the form of the column Tools of users. Throws TOO_MANY_ATTEMPTS. */
export async function exportCompanies(context: WriteContext, query: Body<typeof companies.export>): Promise<CsvTable> {
  const { actor, at } = context;
  const db = await startExport(context, { kind: 'company', query });
  const { matchingRows, order } = selectMatchingCompanies(db, actor, { ...query, now: at });
  const rows = readRowsInOrder(matchingRows, order, (ids) => readListed(db, ids, at));
  return createCsvTable(
    createCsvName('companies', at),
    exportedColumns,
    mapBatches(rows, (batch) => toExported(db, batch)),
  );
}

type ExportedCompany = ListedCompany & { companyRef: string; seatsBought: string };

async function toExported(db: Db, rows: readonly ListedCompanyRow[]): Promise<ExportedCompany[]> {
  const ids = rows.map(({ id }) => id);
  const refs = new Map((await readReferences(db, ids)).map(({ id, ref }) => [id, ref]));
  const grants = Map.groupBy(await readGrantsOfCompanies(db, ids), ({ companyId }) => companyId);
  return rows.map((row) => ({
    ...toListedCompany(row),
    companyRef: refs.get(row.id) ?? '',
    seatsBought: formatTools((grants.get(row.id) ?? []).map(toGrantedTool)),
  }));
}

const exportedColumns: Columns<ExportedCompany> = {
  companyRef: (row) => row.companyRef,
  name: (row) => row.name,
  country: (row) => row.country,
  crmAccount: (row) => row.crmAccount,
  status: (row) => row.status,
  members: (row) => row.members,
  managers: (row) => row.managers,
  seatsUsed: (row) => row.seatsUsed,
  seatsBought: (row) => row.seatsBought,
  createdAt: (row) => row.createdAt,
  companyId: (row) => row.companyId,
};

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
