import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { foldText } from '#server/platform/search/search-text.ts';

type Condition = RawBuilder<boolean>;

/** The fields in the query of a list that are not filters. */
type ListField = 'keyword' | 'sort' | 'pageNumber' | 'pageSize' | 'after' | 'before';

/**
 * The SQL condition of each filter of a list; null if a filter is applied elsewhere. A filter that the API contract accepts and that is
 * missing here does not compile. Otherwise the list would ignore it, and return all rows.
 */
type FilterTable<Query> = {
  [Name in Exclude<keyof Query, ListField>]-?: ((value: Exclude<Query[Name], undefined>) => Condition) | null;
};

/** Returns the SQL conditions of the filters that the query contains. */
export function createConditions<Query extends object>(query: Query, filters: FilterTable<Query>): Condition[] {
  const values = new Map<string, unknown>(Object.entries(query));
  // The table has for each name a function that accepts the type of its value.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const functions = Object.entries(filters) as [string, ((value: unknown) => Condition) | null][];
  return functions.flatMap(([name, createCondition]) =>
    createCondition === null || values.get(name) === undefined ? [] : [createCondition(values.get(name))],
  );
}

/** Returns a function that creates the condition that a column has a value. */
export const equals =
  (column: string) =>
  (value: string | number): Condition =>
    sql<boolean>`${sql.ref(column)} = ${value}`;

/** Returns a function that creates the condition that a column of normalised texts has a value, without case and accents. */
export const equalsFolded =
  (column: string) =>
  (value: string): Condition =>
    equals(column)(foldText(value.trim()));
