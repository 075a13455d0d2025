import type { Request } from '@basics/contract/requests.ts';
import type { Db } from '#server/database/database.ts';
import { toIsoTime, toUsers } from '#server/features/users/user.ts';
import { findActorName } from '#server/features/users/user-history.ts';
import type { UserRow } from '#server/features/users/users.repository.ts';
import { findDecisions, findSalesmenOfCountries } from './requests.repository.ts';

type Decision = Awaited<ReturnType<typeof findDecisions>>[number];
type Salesman = Awaited<ReturnType<typeof findSalesmenOfCountries>>[number];

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
      requestDate: toIsoTime(row.requestDate),
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
  at: new Date(decision.at).toISOString(),
  reason: decision.reason,
});
