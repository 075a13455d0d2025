import type { countrySalesmen } from '@basics/contract/country-salesmen.ts';
import type { Reply } from '@basics/contract/endpoint.ts';
import type { Db } from '#server/database/database.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { countries } from '#server/platform/countries/countries.ts';
import { countCustomers, findBrandIds, findAllAssignments } from './country-salesmen.repository.ts';

type Coverage = Reply<typeof countrySalesmen.coverage>;
type Cell = Coverage['rows'][number]['brands'][number];

/**
 * Lists every country that has assignments, customers or requests. For each brand a country contains the salesmen, and the number of customers
 * and open requests in the viewer's scope. A cell with users but without a salesman is a gap.
 */
export async function findCoverage(db: Db, viewer: Viewer): Promise<Coverage> {
  const assignments = await findAllAssignments(db);
  const customerCounts = await countCustomers(db, viewer);
  const brands = await findBrandIds(db);
  const shownCountries = new Set([...assignments, ...customerCounts].map(({ country }) => country));
  const rows = countries
    .filter(({ code }) => shownCountries.has(code))
    .map(({ code, continent }) => ({
      country: code,
      continent,
      brands: brands.map(({ id }): Cell => {
        const isInCell = (row: { country: string | null; brandId: string | null }): boolean =>
          row.country === code && row.brandId === id;
        const cellCounts = customerCounts.filter(isInCell);
        return {
          brand: id,
          salesmen: assignments.filter(isInCell).map(({ salesman }) => salesman),
          users: sumCounts(cellCounts.filter(({ status }) => status !== 'pending')),
          requests: sumCounts(cellCounts.filter(({ status }) => status === 'pending')),
        };
      }),
    }));
  return { rows };
}

/** Counts the customers and open requests in the viewer's scope that would have no active salesman without these assignments. */
export async function findDeletionImpact(
  db: Db,
  viewer: Viewer,
  ids: readonly number[],
): Promise<{ users: number; requests: number }> {
  const assignments = await findAllAssignments(db);
  const remainingCells = new Set(assignments.filter(({ id }) => !ids.includes(id)).map(cellKey));
  const lostCells = new Set(
    assignments.filter((row) => ids.includes(row.id) && !remainingCells.has(cellKey(row))).map(cellKey),
  );
  const affectedCounts = (await countCustomers(db, viewer)).filter((row) => lostCells.has(cellKey(row)));
  return {
    users: sumCounts(affectedCounts.filter(({ status }) => status !== 'pending')),
    requests: sumCounts(affectedCounts.filter(({ status }) => status === 'pending')),
  };
}

const cellKey = (row: { country: string | null; brandId: string | null }): string => `${row.country} ${row.brandId}`;

const sumCounts = (rows: readonly { count: number }[]): number => rows.reduce((total, { count }) => total + count, 0);
