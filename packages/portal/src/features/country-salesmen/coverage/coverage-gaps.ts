import type { CoverageRow } from '../country-salesmen.queries.ts';

export type Cell = CoverageRow['brands'][number];
export type Gap = Cell & { country: string };

/** Lists the gaps: the pairs of country and brand with users or requests but no salesman, those with the most people first, then the most requests. */
export const listGaps = (rows: readonly CoverageRow[]): readonly Gap[] =>
  rows
    .flatMap(({ country, brands }) => brands.filter(isGap).map((cell) => ({ ...cell, country })))
    .toSorted((one, other) => countPeople(other) - countPeople(one) || other.requests - one.requests);

export const isGap = (cell: Cell): boolean => cell.salesmen.length === 0 && countPeople(cell) > 0;

export const countPeople = ({ users, requests }: Cell): number => users + requests;
