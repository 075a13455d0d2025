import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import type { Db } from '#server/database/foundation.ts';
import { replaceAbsentSalesmen } from '#server/features/users/absence/absences.ts';

export type Recipient = Reply<typeof countrySalesmen.recipient>;

/**
 * Finds the staff who receive a request: every active salesman of its country and brand, else every active salesman of its country, else
 * the administrators. If there are several members of staff, all of them receive the request, and the first decision counts. Deputies
 * replace absent salesmen.
 */
export async function findRequestStaff(db: Db, request: { country: string; brand: string }, now: number) {
  const salesmenOfCountry = await selectActiveUsers(db)
    .innerJoin('countryBrandSalesmen as held', 'held.salesmanId', 'users.id')
    .select('held.brandId as heldBrandId')
    .where('users.profileId', '=', 2)
    .where('held.country', '=', request.country)
    .execute();
  const salesmenOfBrand = salesmenOfCountry.filter(({ heldBrandId }) => heldBrandId === request.brand);
  const by =
    salesmenOfBrand.length > 0
      ? ('countryAndBrand' as const)
      : salesmenOfCountry.length > 0
        ? ('country' as const)
        : ('administrators' as const);
  const people = { countryAndBrand: salesmenOfBrand, country: salesmenOfCountry, administrators: [] }[by];
  if (people.length === 0) return { by, people: await findAdministrators(db) };
  return { by, people: await replaceAbsentSalesmen(db, people, { now, except: [] }) };
}

/** Finds the names of the staff who receive a request. */
export async function findRecipients(
  db: Db,
  request: { country: string; brand: string },
  now: number,
): Promise<Recipient> {
  const { by, people } = await findRequestStaff(db, request, now);
  return { by, people: people.map(({ id, firstName, lastName }) => ({ userId: id, firstName, lastName })) };
}

type Customer = { id: number; country: string | null; brandId: string | null };

/**
 * Finds the staff responsible for a customer (never the customer themselves): every active salesman of the customer's country and brand,
 * else the administrators. Deputies replace absent salesmen. A salesman who has the country only for another brand gets no information
 * about the customer.
 */
export async function findCaretakers(db: Db, { id: customerId, country, brandId }: Customer, now: number) {
  const salesmen = await selectActiveUsers(db)
    .innerJoin('countryBrandSalesmen as held', 'held.salesmanId', 'users.id')
    .where('users.profileId', '=', 2)
    .where('held.country', '=', country)
    .where('held.brandId', '=', brandId)
    .execute();
  const isNotCustomer = ({ id }: { id: number }) => id !== customerId;
  // A customer who is also a salesman is removed before deputies replace absent salesmen, because the deputy of this
  // customer may not see the account of the customer.
  const people =
    salesmen.length > 0
      ? await replaceAbsentSalesmen(db, salesmen.filter(isNotCustomer), { now, except: [customerId] })
      : await findAdministrators(db);
  return {
    by: salesmen.length > 0 ? ('salesmen' as const) : ('administrators' as const),
    people: people.filter(isNotCustomer),
  };
}

const findAdministrators = (db: Db) => selectActiveUsers(db).where('users.profileId', '=', 1).execute();

const selectActiveUsers = (db: Db) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.firstName', 'users.lastName', 'users.login', 'users.brandId'])
    .where('users.status', '=', 'active')
    .orderBy('users.lastName')
    .orderBy('users.id');
