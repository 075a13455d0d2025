import type { Reply } from '@basics/contract/endpoint.ts';
import type { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import type { Db } from '#server/database/database.ts';

export type Recipient = Reply<typeof countrySalesmen.recipient>;

/**
 * Who gets a request: every active salesman of its country and brand, else every one of its country, else the administrators.
 * Where several hold the same, all of them get it: whoever decides first has decided.
 */
export async function findRecipients(db: Db, request: { country: string; brand: string }): Promise<Recipient> {
  const ofCountry = await activePeople(db)
    .innerJoin('country_brand_salesmen as held', 'held.salesman_id', 'users.id')
    .select('held.brand_id')
    .where('users.profile_id', '=', 2)
    .where('held.country', '=', request.country)
    .execute();
  const ofBrand = ofCountry.filter(({ brand_id: brand }) => brand === request.brand);
  if (ofBrand.length > 0) return { by: 'countryAndBrand', people: peopleIn(ofBrand) };
  if (ofCountry.length > 0) return { by: 'country', people: peopleIn(ofCountry) };
  const administrators = await activePeople(db).where('users.profile_id', '=', 1).execute();
  return { by: 'administrators', people: peopleIn(administrators) };
}

const activePeople = (db: Db) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.first_name', 'users.last_name'])
    .where('users.status', '=', 'active')
    .orderBy('users.last_name')
    .orderBy('users.id');

/** Each person once, though one may hold a country for several brands. */
function peopleIn(rows: readonly { id: number; first_name: string; last_name: string }[]): Recipient['people'] {
  const people = rows.map((row) => ({ userId: row.id, firstName: row.first_name, lastName: row.last_name }));
  return [...new Map(people.map((person) => [person.userId, person])).values()];
}

/**
 * Whom a customer turns to, and who has him in scope: every active salesman of his country and brand, else the administrators. A salesman
 * of the country for another brand is not told of him.
 */
export async function findCaretakers(db: Db, customer: { country: string | null; brand_id: string | null }) {
  const salesmen = await addressed(db)
    .innerJoin('country_brand_salesmen as held', 'held.salesman_id', 'users.id')
    .where('users.profile_id', '=', 2)
    .where('held.country', '=', customer.country)
    .where('held.brand_id', '=', customer.brand_id)
    .execute();
  if (salesmen.length > 0) return { by: 'salesmen' as const, people: salesmen };
  return { by: 'administrators' as const, people: await addressed(db).where('users.profile_id', '=', 1).execute() };
}

const addressed = (db: Db) => activePeople(db).select(['users.login', 'users.brand_id']);
