import type { Assignment, countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import type { Db } from '#server/database/foundation.ts';
import { countries } from '#server/platform/countries/countries.ts';
import type { CallContext } from '#server/platform/http/call-context.ts';
import { problem } from '#server/platform/problem.ts';
import { findAssignment, findAssignments, findBrandNames, findSalesmen } from './country-salesmen.repository.ts';
import type { AssignmentRow } from './country-salesmen.repository.ts';

/** Reads one assignment. Throws RESULTS_NOT_FOUND. */
export async function readAssignment(db: Db, id: number): Promise<Assignment> {
  const row = await findAssignment(db, id);
  if (!row) throw problem('RESULTS_NOT_FOUND');
  return toAssignment(row);
}

export async function listAssignmentOptions({
  db,
}: Pick<CallContext, 'db'>): Promise<Reply<typeof countrySalesmen.options>> {
  const salesmen = await findSalesmen(db);
  return {
    countries: [...countries],
    brands: await findBrandNames(db),
    salesmen: salesmen.map((row) => ({ userId: row.id, firstName: row.firstName, lastName: row.lastName })),
  };
}

/** Returns a page of the assignments that match a search. Users with the permission see all assignments. */
export async function searchAssignments(
  { db }: Pick<CallContext, 'db'>,
  query: Body<typeof countrySalesmen.search>,
): Promise<Reply<typeof countrySalesmen.search>> {
  const page = await findAssignments(db, query);
  return { ...page, items: page.items.map(toAssignment) };
}

const toAssignment = (row: AssignmentRow): Assignment => ({
  id: row.id,
  country: row.country,
  continent: row.continent,
  brand: row.brandId,
  salesman: { userId: row.salesmanId, firstName: row.firstName, lastName: row.lastName },
  version: row.version,
});
