import { foldText } from '#server/platform/search/search-text.ts';
import { sql, type RawBuilder } from 'kysely';

/** The fields in the query of a list that are not filters. */
type ListField = 'keyword' | 'sort' | 'pageNumber' | 'pageSize' | 'after' | 'before';

/**
 * The SQL condition of each filter of a list; null if a filter is applied elsewhere. A filter that the API contract accepts and that is
 * missing here does not compile. Otherwise the list would ignore it, and return all rows.
 */
type FilterTable<Query> = {
  [Name in Exclude<keyof Query, ListField>]-?: ((value: Exclude<Query[Name], undefined>) => RawBuilder<boolean>) | null;
};

export function createConditions<Query extends object>(
  query: Query,
  filters: FilterTable<Query>,
): RawBuilder<boolean>[] {
  const values = new Map<string, unknown>(Object.entries(query));
  // The table has for each name a function that accepts the type of its value.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const functions = Object.entries(filters) as [string, ((value: unknown) => RawBuilder<boolean>) | null][];
  return functions.flatMap(([name, createCondition]) =>
    createCondition === null || values.get(name) === undefined ? [] : [createCondition(values.get(name))],
  );
}

/** Returns a function that creates the condition that a column has a value. */
export const equals =
  (column: string) =>
  (value: string | number): RawBuilder<boolean> =>
    sql<boolean>`${sql.ref(column)} = ${value}`;

/** The condition that a column of normalised text contains a normalised word. The wildcards of LIKE in the word are escaped. */
export const contains = (column: RawBuilder<string>, word: string): RawBuilder<boolean> =>
  sql<boolean>`${column} like ${createLikePattern(word)} escape '!'`;

const createLikePattern = (word: string): string => `%${word.replaceAll(/[!%_]/g, '!$&')}%`;

/** Returns a function that creates the condition that a column of normalised texts has a value, without case and accents. */
export const equalsFolded =
  (column: string) =>
  (value: string): RawBuilder<boolean> =>
    equals(column)(foldText(value.trim()));
