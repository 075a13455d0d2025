import type { Body, Query, Reply } from '@basics/contract/calls/endpoint.ts';
import type { HelpRequest, helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { findCaretakers } from '#server/features/country-salesmen/recipients.repository.ts';
import { requireInScope } from '#server/features/users/scope.repository.ts';
import { createCsvName, createCsvTable, mapBatches, type Columns, type CsvTable } from '#server/platform/csv/csv.ts';
import { readRowsInOrder } from '#server/platform/lists/list-page.repository.ts';
import { startExport } from '#server/platform/csv/start-export.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { toHelpRequest } from './help-request.ts';
import {
  findHelpRequests,
  findHelpRequestsOfUser,
  findRequester,
  readHelpRequests,
  selectMatchingHelpRequests,
} from './help-requests.repository.ts';

/** Lists the help requests of a user in the actor's scope, and the person who answers them. Throws USER_NOT_FOUND. */
export async function listHelpRequestsOfUser(
  { db, actor, at }: Pick<CallContext, 'db' | 'actor' | 'at'>,
  userId: number,
  query: Query<typeof helpRequests.listOf>,
): Promise<Reply<typeof helpRequests.listOf>> {
  await requireInScope(db, actor, userId);
  const page = await findHelpRequestsOfUser(db, userId, query);
  const { by, people } = await findCaretakers(db, await findRequester(db, userId), at);
  const [helper, ...others] = people;
  const hasOneHelper = by === 'salesmen' && helper !== undefined && others.length === 0;
  const helperName = hasOneHelper ? `${helper.firstName} ${helper.lastName}`.trim() || null : null;
  return { ...page, items: page.items.map(toHelpRequest), helper: { by, name: helperName } };
}

export async function searchHelpRequests(
  { db, actor, at }: Pick<CallContext, 'db' | 'actor' | 'at'>,
  query: Body<typeof helpRequests.search>,
): Promise<Reply<typeof helpRequests.search>> {
  const page = await findHelpRequests(db, actor, query, at);
  return { ...page, items: page.items.map(toHelpRequest) };
}

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

/** Creates the CSV table of the help requests that match a search. Throws TOO_MANY_ATTEMPTS. */
export async function exportHelpRequests(
  context: Pick<CallContext, 'database' | 'actor' | 'origin' | 'at'>,
  query: Body<typeof helpRequests.export>,
): Promise<CsvTable> {
  const db = await startExport(context, { kind: 'helpRequest', query });
  const { matchingRows, order } = selectMatchingHelpRequests(db, context.actor, query, context.at);
  const rows = readRowsInOrder(matchingRows, order, (ids) => readHelpRequests(db, ids));
  return createCsvTable(
    createCsvName('help-requests', context.at),
    columns,
    mapBatches(rows, (batch) => batch.map(toHelpRequest)),
  );
}
