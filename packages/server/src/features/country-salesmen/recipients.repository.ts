import type { Reply } from '@basics/contract/endpoint.ts';
import type { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import type { Db } from '#server/database/database.ts';

export type Recipient = Reply<typeof countrySalesmen.recipient>;

/**
 * Finds the people who receive a request: every active salesman of its country and brand, else every active salesman of its country, else the
 * administrators. If there are several recipients, all of them receive the request, and the first decision counts.
 */
export async function findRecipients(db: Db, request: { country: string; brand: string }): Promise<Recipient> {
  const salesmenOfCountry = await selectActiveUsers(db)
    .innerJoin('countryBrandSalesmen as held', 'held.salesmanId', 'users.id')
    .select('held.brandId')
    .where('users.profileId', '=', 2)
    .where('held.country', '=', request.country)
    .execute();
  const salesmenOfBrand = salesmenOfCountry.filter(({ brandId: brand }) => brand === request.brand);
  if (salesmenOfBrand.length > 0) return { by: 'countryAndBrand', people: uniquePeople(salesmenOfBrand) };
  if (salesmenOfCountry.length > 0) return { by: 'country', people: uniquePeople(salesmenOfCountry) };
  const administrators = await selectActiveUsers(db).where('users.profileId', '=', 1).execute();
  return { by: 'administrators', people: uniquePeople(administrators) };
}

const selectActiveUsers = (db: Db) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.firstName', 'users.lastName'])
    .where('users.status', '=', 'active')
    .orderBy('users.lastName')
    .orderBy('users.id');

/** Lists each person once, because a salesman may have a country for several brands. */
function uniquePeople(rows: readonly { id: number; firstName: string; lastName: string }[]): Recipient['people'] {
  const people = rows.map((row) => ({ userId: row.id, firstName: row.firstName, lastName: row.lastName }));
  return [...new Map(people.map((person) => [person.userId, person])).values()];
}

/**
 * Finds the staff responsible for a customer: every active salesman of the customer's country and brand, else the administrators. A salesman
 * of the country for another brand gets no information about the customer.
 */
export async function findCaretakers(db: Db, customer: { country: string | null; brandId: string | null }) {
  const salesmen = await selectRecipients(db)
    .innerJoin('countryBrandSalesmen as held', 'held.salesmanId', 'users.id')
    .where('users.profileId', '=', 2)
    .where('held.country', '=', customer.country)
    .where('held.brandId', '=', customer.brandId)
    .execute();
  if (salesmen.length > 0) return { by: 'salesmen' as const, people: salesmen };
  return {
    by: 'administrators' as const,
    people: await selectRecipients(db).where('users.profileId', '=', 1).execute(),
  };
}

const selectRecipients = (db: Db) => selectActiveUsers(db).select(['users.login', 'users.brandId']);
