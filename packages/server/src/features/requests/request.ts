import type { Reply } from '@basics/contract/calls/endpoint.ts';
import { type Request, type requests } from '@basics/contract/requests/requests.ts';
import { requestStatuses } from '@basics/contract/requests/request-lists.ts';
import type { Db } from '#server/database/foundation.ts';
import { toUsers } from '#server/features/users/user.ts';
import { findActorName } from '#server/features/users/timeline/timeline.ts';
import { findBrands, findTools, findUserInScope, type UserRow } from '#server/features/users/users.repository.ts';
import { toIsoTime } from '#server/platform/clock/clock.ts';
import { countries } from '#server/platform/countries/countries.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import {
  findDecisions,
  findRejectionReasons,
  findRequestCountries,
  findSalesmenOfCountries,
} from './requests.repository.ts';

type Decision = Awaited<ReturnType<typeof findDecisions>>[number];
type Salesman = Awaited<ReturnType<typeof findSalesmenOfCountries>>[number];

export async function listRequestOptions({
  db,
  actor,
}: Pick<CallContext, 'db' | 'actor'>): Promise<Reply<typeof requests.options>> {
  const requestCountries = await findRequestCountries(db, actor);
  const tools = await findTools(db);
  return {
    countries: countries.filter(({ code }) => requestCountries.includes(code)),
    brands: await findBrands(db),
    tools: tools.filter(({ parent }) => parent === null).map(({ id, name }) => ({ id, name })),
    statuses: [...requestStatuses],
    recentReasons: await findRejectionReasons(db, actor.userId),
  };
}

/** Finds a request in the actor's scope. Throws USER_NOT_FOUND. */
export async function findRequestInScope(
  { db, actor }: Pick<CallContext, 'db' | 'actor'>,
  userId: number,
): Promise<UserRow> {
  const row = await findUserInScope(db, actor, userId);
  // An account that staff created is not a request, even after it is active.
  if (!row || (row.requestDate === null && row.status !== 'pending')) throw problem('USER_NOT_FOUND');
  return row;
}

/** Converts rows to the format of the API: users with the requested tools, the responsible salesman, and the decision. */
export async function toRequests(db: Db, rows: readonly UserRow[]): Promise<Request[]> {
  if (rows.length === 0) return [];
  const users = await toUsers(db, rows);
  const decisions = await findDecisions(
    db,
    rows.map(({ id }) => id),
  );
  const salesmen = await findSalesmenOfCountries(db, [...new Set(rows.map(({ country }) => country ?? ''))]);
  return users.flatMap((user, at) => {
    const row = rows[at];
    if (!row) return [];
    const decision = decisions.find(({ userId }) => userId === row.id);
    return {
      ...user,
      requestDate: row.requestDate === null ? null : toIsoTime(row.requestDate),
      reason: row.reason ?? '',
      comment: row.comment ?? '',
      salesman: findSalesman(salesmen, row),
      decided: row.status === 'pending' || !decision ? null : toDecision(decision),
    };
  });
}

export async function toRequest(db: Db, row: UserRow): Promise<Request> {
  const [request] = await toRequests(db, [row]);
  if (!request) throw new Error('a request whose row was read was not converted');
  return request;
}

/** Finds the salesman who is shown as responsible: the first salesman of the country and brand, else the first salesman of the country. */
function findSalesman(salesmen: readonly Salesman[], row: UserRow): Request['salesman'] {
  const salesmenOfCountry = salesmen.filter(({ country }) => country === row.country);
  const salesman = salesmenOfCountry.find(({ brandId: brand }) => brand === row.brandId) ?? salesmenOfCountry[0];
  return salesman ? { userId: salesman.id, firstName: salesman.firstName, lastName: salesman.lastName } : null;
}

const toDecision = (decision: Decision): NonNullable<Request['decided']> => ({
  by: findActorName(decision),
  at: toIsoTime(decision.at),
  reason: decision.reason,
});
