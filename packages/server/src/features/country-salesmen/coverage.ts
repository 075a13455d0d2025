import type { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import type { Reply } from '@basics/contract/calls/endpoint.ts';
import type { Db } from '#server/database/foundation.ts';
import type { Viewer } from '#server/features/users/scope.repository.ts';
import { countries } from '#server/platform/countries/countries.ts';
import { countCustomers, findBrandIds, findAllAssignments } from './country-salesmen.repository.ts';

type Coverage = Reply<typeof countrySalesmen.coverage>;
type PairCoverage = Coverage['rows'][number]['brands'][number];

/**
 * Lists every country that has assignments, customers or requests. For each country and brand, the result contains the salesmen, and the
 * numbers of customers and open requests in the viewer's scope. A pair of country and brand with customers but without a salesman is a gap.
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
      brands: brands.map(({ id }): PairCoverage => {
        const isOfPair = (row: { country: string | null; brandId: string | null }): boolean =>
          row.country === code && row.brandId === id;
        const countsOfPair = customerCounts.filter(isOfPair);
        return {
          brand: id,
          salesmen: assignments.filter(isOfPair).map(({ salesman }) => salesman),
          users: sumCounts(countsOfPair.filter(({ status }) => status !== 'pending')),
          requests: sumCounts(countsOfPair.filter(({ status }) => status === 'pending')),
        };
      }),
    }));
  return { rows };
}

/**
 * Counts the customers and open requests in the viewer's scope that would have no active salesman if the given assignments were deleted.
 */
export async function findDeletionImpact(
  db: Db,
  viewer: Viewer,
  ids: readonly number[],
): Promise<{ users: number; requests: number }> {
  const assignments = await findAllAssignments(db);
  const remainingPairs = new Set(assignments.filter(({ id }) => !ids.includes(id)).map(createPairKey));
  const pairsWithoutSalesman = new Set(
    assignments.filter((row) => ids.includes(row.id) && !remainingPairs.has(createPairKey(row))).map(createPairKey),
  );
  const affectedCounts = (await countCustomers(db, viewer)).filter((row) =>
    pairsWithoutSalesman.has(createPairKey(row)),
  );
  return {
    users: sumCounts(affectedCounts.filter(({ status }) => status !== 'pending')),
    requests: sumCounts(affectedCounts.filter(({ status }) => status === 'pending')),
  };
}

const createPairKey = (row: { country: string | null; brandId: string | null }): string =>
  `${row.country} ${row.brandId}`;

const sumCounts = (rows: readonly { count: number }[]): number => rows.reduce((total, { count }) => total + count, 0);
