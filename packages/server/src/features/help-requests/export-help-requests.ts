import type { Body } from '@basics/contract/endpoint.ts';
import type { HelpRequest, helpRequests } from '@basics/contract/help-requests.ts';
import type { Db } from '#server/database/database.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { createCsvName, createCsvTable, mapBatches } from '#server/platform/csv/csv.ts';
import type { Columns, CsvTable } from '#server/platform/csv/csv.ts';
import { readRowsInOrder } from '#server/platform/csv/rows-in-order.repository.ts';
import { toHelpRequest } from './help-request.ts';
import { selectMatchingHelpRequests, readHelpRequests } from './help-requests.repository.ts';

const columns = {
  helpRequestId: (request) => request.helpRequestId,
  askedAt: (request) => request.askedAt,
  state: (request) => request.state,
  login: ({ user }) => user.login,
  firstName: ({ user }) => user.firstName,
  lastName: ({ user }) => user.lastName,
  company: ({ user }) => user.company,
  country: ({ user }) => user.country,
  brand: ({ user }) => user.brand,
  machineName: ({ code }) => code && code.machineName,
  version: ({ code }) => code && code.version,
  problem: ({ problem }) => problem.code,
  message: ({ problem }) => problem.message,
  comment: (request) => request.comment,
  verificationCode: (request) => request.verificationCode,
  closedBy: ({ closed }) => closed && closed.by,
  closedAt: ({ closed }) => closed && closed.at,
  answer: ({ closed }) => closed && closed.words,
  licenseId: ({ closed }) => closed && closed.licenseId,
} satisfies Columns<HelpRequest>;

/** Creates the CSV table of the help requests that match a search. */
export function createHelpRequestsExport(
  db: Db,
  viewer: Viewer,
  { query, at }: { query: Body<typeof helpRequests.export>; at: number },
): CsvTable {
  const { matchingRows, order } = selectMatchingHelpRequests(db, viewer, query);
  const rows = readRowsInOrder(matchingRows, order, (ids) => readHelpRequests(db, ids));
  return createCsvTable(
    createCsvName('help-requests', at),
    columns,
    mapBatches(rows, (batch) => batch.map(toHelpRequest)),
  );
}
