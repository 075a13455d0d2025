import {
  assignmentListFields,
  countrySalesmen,
  type Assignment,
} from '@basics/contract/country-salesmen/country-salesmen.ts';
import type { Body, Reply } from '@basics/contract/calls/endpoint.ts';
import { numberInPath } from '@basics/contract/fields/fields.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { defaultSorts } from '@basics/contract/calls/lists.ts';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '#portal/api/call.ts';
import { declareList } from '#portal/api/declare-list.ts';

export type AssignmentInput = Body<typeof countrySalesmen.create>;
export type Options = Reply<typeof countrySalesmen.options>;
export type Salesman = Assignment['salesman'];
export type CoverageRow = Reply<typeof countrySalesmen.coverage>['rows'][number];
export type DeletionResults = Reply<typeof countrySalesmen.removeMany>['results'];

export const assignmentsKey = ['countrySalesmen'] as const;

/** The list of assignments. The filters of the list and the state of its page are search parameters of the address. */
export const assignmentsList = declareList({
  key: [...assignmentsKey, 'list'],
  usualSort: defaultSorts.assignments,
  search: countrySalesmen.search,
  export: countrySalesmen.export,
  pageSize: limits.page.countrySalesmen,
  fields: assignmentListFields,
  filters: {
    country: z.string(),
    brand: z.string(),
    salesmanId: numberInPath,
    continent: z.string(),
  },
  view: {
    view: z.enum(['coverage']),
    /** The id of the salesman whose territory is to be handed over, set by a link on the page of the salesman. */
    handOver: numberInPath,
    /** The values of a new assignment, set by a link at a country and brand without a salesman. */
    add: z.object({ country: z._default(z.string(), ''), brand: z._default(z.string(), '') }),
  },
});

export const assignmentOptions = queryOptions({
  queryKey: [...assignmentsKey, 'options'],
  queryFn: ({ signal }) => call(countrySalesmen.options, { signal }),
  staleTime: 60_000,
});

export const coverageQuery = queryOptions({
  queryKey: [...assignmentsKey, 'coverage'],
  queryFn: ({ signal }) => call(countrySalesmen.coverage, { signal }),
});

type Pair = { country: string; brand: string };
export type FindLoad = (pair: Pair) => { users: number; requests: number } | undefined;

/** Returns the function that finds how many users and open requests a pair of country and brand has. A pair that the coverage does not list has none. */
export const createLoadFinder =
  (coverage: Reply<typeof countrySalesmen.coverage> | undefined): FindLoad =>
  ({ country, brand }) =>
    coverage &&
    (coverage.rows.find((row) => row.country === country)?.brands.find((row) => row.brand === brand) ?? {
      users: 0,
      requests: 0,
    });

/** Counts the users and requests that a deletion would leave without a salesman. The counts are not cached. */
export const createImpactQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: [...assignmentsKey, 'impact', ids],
    queryFn: ({ signal }) => call(countrySalesmen.impact, { body: [...ids], signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Creates an assignment, or updates the given row if its version has not changed on the server. */
export const saveAssignment = (
  row: Pick<Assignment, 'id' | 'version'> | null,
  body: AssignmentInput,
): Promise<Assignment> =>
  row === null
    ? call(countrySalesmen.create, { body })
    : call(countrySalesmen.update, { params: { id: row.id }, body: { ...body, version: row.version } });

/** Deletes assignments and returns the result for each. A single assignment is deleted with its own call, several with the bulk call. */
export async function removeAssignments(rows: readonly Pick<Assignment, 'id' | 'version'>[]): Promise<DeletionResults> {
  const [firstRow, ...otherRows] = rows;
  if (firstRow === undefined) return [];
  if (otherRows.length > 0) {
    const body = rows.map(({ id, version }) => ({ id, version }));
    return (await call(countrySalesmen.removeMany, { body })).results;
  }
  const { id, version } = firstRow;
  await call(countrySalesmen.remove, { params: { id }, query: { version } });
  return [{ id, outcome: 'deleted' }];
}

export const invalidateAssignments = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: assignmentsKey });
