import type { Reply } from '@basics/contract/endpoint.ts';
import type { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import type { Db } from '#server/database/database.ts';
import { continentOf, countries } from '#server/platform/countries/countries.ts';
import { inScope, isCustomer } from '#server/features/users/scope.ts';
import type { Viewer } from '#server/features/users/scope.ts';

type Coverage = Reply<typeof countrySalesmen.coverage>;
type Cell = Coverage['rows'][number]['brands'][number];

/**
 * Every country that somebody holds or where customers or requests are, with each brand: who covers it, and how many of the viewer's
 * customers and open requests wait there. A cell with people and without a salesman is a gap.
 */
export async function findCoverage(db: Db, viewer: Viewer): Promise<Coverage> {
  const held = await findHeld(db);
  const counted = await countCustomers(db, viewer);
  const brands = await db.selectFrom('brands').select('id').orderBy('code').execute();
  const named = new Set([...held, ...counted].map(({ country }) => country));
  const rows = countries
    .filter(({ code }) => named.has(code))
    .map(({ code, continent }) => ({
      country: code,
      continent,
      brands: brands.map(({ id }): Cell => {
        const isHere = (row: { country: string | null; brand_id: string | null }): boolean =>
          row.country === code && row.brand_id === id;
        const here = counted.filter(isHere);
        return {
          brand: id,
          salesmen: held.filter(isHere).map(({ salesman }) => salesman),
          users: sum(here.filter(({ status }) => status !== 'pending')),
          requests: sum(here.filter(({ status }) => status === 'pending')),
        };
      }),
    }));
  return { rows };
}

/** How many of the viewer's customers and open requests would have no active salesman of theirs without these assignments. */
export async function findImpact(
  db: Db,
  viewer: Viewer,
  ids: readonly number[],
): Promise<{ users: number; requests: number }> {
  const held = await findHeld(db);
  const kept = new Set(held.filter(({ id }) => !ids.includes(id)).map(key));
  const lost = new Set(held.filter((row) => ids.includes(row.id) && !kept.has(key(row))).map(key));
  const touched = (await countCustomers(db, viewer)).filter((row) => lost.has(key(row)));
  return {
    users: sum(touched.filter(({ status }) => status !== 'pending')),
    requests: sum(touched.filter(({ status }) => status === 'pending')),
  };
}

const key = (row: { country: string | null; brand_id: string | null }): string => `${row.country} ${row.brand_id}`;

async function findHeld(db: Db) {
  const rows = await db
    .selectFrom('country_brand_salesmen as held')
    .innerJoin('users', 'users.id', 'held.salesman_id')
    .select(['held.id', 'held.country', 'held.brand_id', 'users.id as userId', 'users.first_name', 'users.last_name'])
    .where('users.status', '=', 'active')
    .orderBy('users.last_name')
    .orderBy('users.id')
    .execute();
  return rows
    .filter(({ country }) => continentOf(country) !== null)
    .map(({ id, country, brand_id, userId, first_name: firstName, last_name: lastName }) => ({
      id,
      country,
      brand_id,
      salesman: { userId, firstName, lastName },
    }));
}

const countCustomers = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('users')
    .select(({ fn }) => ['users.country', 'users.brand_id', 'users.status', fn.countAll<number>().as('count')])
    .where('users.status', 'in', ['pending', 'approved', 'active', 'suspended'])
    .where(isCustomer)
    .where(inScope(viewer))
    .groupBy(['users.country', 'users.brand_id', 'users.status'])
    .execute();

const sum = (rows: readonly { count: number }[]): number => rows.reduce((total, { count }) => total + count, 0);
