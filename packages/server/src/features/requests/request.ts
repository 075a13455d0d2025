import type { Request } from '@basics/contract/requests.ts';
import type { Db } from '#server/database/database.ts';
import { momentOf, usersOf } from '#server/features/users/user.ts';
import { actorNameOf } from '#server/features/users/user-history.ts';
import type { UserRow } from '#server/features/users/users.repository.ts';
import { findDecisions, findSalesmenOf } from './requests.repository.ts';

type Decision = Awaited<ReturnType<typeof findDecisions>>[number];
type Salesman = Awaited<ReturnType<typeof findSalesmenOf>>[number];

/** Rows as the API returns them: users with the requested tools, the responsible salesman, and the decision. */
export async function requestsOf(db: Db, rows: readonly UserRow[]): Promise<Request[]> {
  if (rows.length === 0) return [];
  const users = await usersOf(db, rows);
  const decisions = await findDecisions(
    db,
    rows.map(({ id }) => id),
  );
  const salesmen = await findSalesmenOf(db, [...new Set(rows.map(({ country }) => country ?? ''))]);
  return users.flatMap((user, at) => {
    const row = rows[at];
    if (!row) return [];
    const decision = decisions.find(({ userId }) => userId === row.id);
    return {
      ...user,
      requestDate: momentOf(row.requestDate),
      reason: row.reason ?? '',
      comment: row.comment ?? '',
      salesman: salesmanOf(salesmen, row),
      decided: row.status === 'pending' || !decision ? null : decidedOf(decision),
    };
  });
}

export async function requestWithAll(db: Db, row: UserRow): Promise<Request> {
  const [request] = await requestsOf(db, [row]);
  if (!request) throw new Error('a request that was given is not there');
  return request;
}

/** The first of the salesmen who get the request: of its country and brand, else of its country. */
function salesmanOf(salesmen: readonly Salesman[], row: UserRow): Request['salesman'] {
  const ofCountry = salesmen.filter(({ country }) => country === row.country);
  const found = ofCountry.find(({ brandId: brand }) => brand === row.brandId) ?? ofCountry[0];
  return found ? { userId: found.id, firstName: found.firstName, lastName: found.lastName } : null;
}

const decidedOf = (decision: Decision): NonNullable<Request['decided']> => ({
  by: actorNameOf(decision),
  at: new Date(decision.at).toISOString(),
  reason: decision.reason,
});
