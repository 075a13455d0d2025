import type { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import type { Reply } from '@basics/contract/endpoint.ts';
import type { Db } from '#server/database/database.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { countries } from '#server/platform/countries/countries.ts';
import { countCustomers, findBrandIds, findAllAssignments } from './country-salesmen.repository.ts';

type Coverage = Reply<typeof countrySalesmen.coverage>;
type Cell = Coverage['rows'][number]['brands'][number];

/**
 * Every country that has assignments, customers or requests, with each brand: its salesmen, and the number of the viewer's customers and open
 * requests there. A cell with people and without a salesman is a gap.
 */
export async function findCoverage(db: Db, viewer: Viewer): Promise<Coverage> {
  const held = await findAllAssignments(db);
  const counted = await countCustomers(db, viewer);
  const brands = await findBrandIds(db);
  const named = new Set([...held, ...counted].map(({ country }) => country));
  const rows = countries
    .filter(({ code }) => named.has(code))
    .map(({ code, continent }) => ({
      country: code,
      continent,
      brands: brands.map(({ id }): Cell => {
        const isHere = (row: { country: string | null; brandId: string | null }): boolean =>
          row.country === code && row.brandId === id;
        const here = counted.filter(isHere);
        return {
          brand: id,
          salesmen: held.filter(isHere).map(({ salesman }) => salesman),
          users: sumCounts(here.filter(({ status }) => status !== 'pending')),
          requests: sumCounts(here.filter(({ status }) => status === 'pending')),
        };
      }),
    }));
  return { rows };
}

/** How many of the viewer's customers and open requests would have no active salesman without these assignments. */
export async function findImpact(
  db: Db,
  viewer: Viewer,
  ids: readonly number[],
): Promise<{ users: number; requests: number }> {
  const held = await findAllAssignments(db);
  const kept = new Set(held.filter(({ id }) => !ids.includes(id)).map(cellKey));
  const lost = new Set(held.filter((row) => ids.includes(row.id) && !kept.has(cellKey(row))).map(cellKey));
  const touched = (await countCustomers(db, viewer)).filter((row) => lost.has(cellKey(row)));
  return {
    users: sumCounts(touched.filter(({ status }) => status !== 'pending')),
    requests: sumCounts(touched.filter(({ status }) => status === 'pending')),
  };
}

const cellKey = (row: { country: string | null; brandId: string | null }): string => `${row.country} ${row.brandId}`;

const sumCounts = (rows: readonly { count: number }[]): number => rows.reduce((total, { count }) => total + count, 0);
