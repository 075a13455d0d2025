import type { Body } from '@basics/contract/calls/endpoint.ts';
import type { Request, requests } from '@basics/contract/requests/requests.ts';
import { formatTools } from '#server/features/users/user-fields.ts';
import { createCsvName, createCsvTable, mapBatches, type Columns, type CsvTable } from '#server/platform/csv/csv.ts';
import { startExport } from '#server/platform/csv/start-export.ts';
import type { WriteContext } from '#server/platform/writing.ts';
import { toRequests } from './request.ts';
import { selectMatchingRequests } from './requests.repository.ts';

const columns = {
  requestDate: (request: Request) => request.requestDate,
  status: (request) => request.status,
  login: (request) => request.login,
  firstName: (request) => request.firstName,
  lastName: (request) => request.lastName,
  phone: (request) => request.phone,
  company: (request) => request.company,
  brand: (request) => request.brand,
  country: (request) => request.country,
  continent: (request) => request.continent,
  tools: (request) => formatTools(request.tools),
  reason: (request) => request.reason,
  comment: (request) => request.comment,
  salesman: ({ salesman }) => salesman && `${salesman.firstName} ${salesman.lastName}`,
  decidedBy: ({ decided }) => decided && decided.by,
  decidedAt: ({ decided }) => decided && decided.at,
  decisionReason: ({ decided }) => decided && decided.reason,
  userId: (request) => request.userId,
} satisfies Columns<Request>;

/** Exports the requests that match a search. Throws TOO_MANY_ATTEMPTS. */
export async function exportRequests(context: WriteContext, query: Body<typeof requests.export>): Promise<CsvTable> {
  const { actor, at } = context;
  const db = await startExport(context, { kind: 'request', query });
  const requestList = await selectMatchingRequests(db, actor, query, at);
  return createCsvTable(
    createCsvName('pending-requests', at),
    columns,
    mapBatches(requestList.batches(), (rows) => toRequests(db, rows)),
  );
}
