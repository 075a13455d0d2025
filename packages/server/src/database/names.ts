import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  UnknownRow,
} from 'kysely';

/*
 * The names of tables and columns. This file imports nothing at run time, because each reader thread of SQLite loads it.
 */

/** Converts the type `user_id` to `userId`. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** Converts the name of a table or column in the database (snake_case) to its name in code (camelCase). */
export const camelCase = cacheResults((name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));

/** Converts the name of a table or column in code to its name in the database; the reverse of `camelCase`. */
export const snakeCase = cacheResults((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/** Each conversion is cached. Names come only from code and the database, never from a request, so the cache stays small. */
function cacheResults(convert: (name: string) => string): (name: string) => string {
  const cache = new Map<string, string>();
  return (name) => {
    const cachedName = cache.get(name);
    if (cachedName !== undefined) return cachedName;
    const convertedName = convert(name);
    cache.set(name, convertedName);
    return convertedName;
  };
}

/**
 * Converts the keys of rows to camelCase. The plugin replaces Kysely's own CamelCasePlugin, which also copies the tree of each query and
 * inspects each value. Our compilers rename columns while they write SQL (`snakeCase`), and the keys are converted once for each result,
 * because all its rows have the same keys.
 */
export const camelCaseRows: KyselyPlugin = {
  transformQuery: ({ node }: PluginTransformQueryArgs) => node,
  transformResult: async ({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> => {
    const [first] = result.rows;
    if (!first) return result;
    const keys = Object.keys(first);
    if (!keys.some((key) => key.includes('_'))) return result;
    const columnNames = keys.map((key) => ({ key, name: camelCase(key) }));
    return { ...result, rows: result.rows.map((row) => renameKeys(row, columnNames)) };
  },
};

function renameKeys(row: UnknownRow, columnNames: readonly { key: string; name: string }[]): UnknownRow {
  const renamedRow: UnknownRow = {};
  for (const { key, name } of columnNames) renamedRow[name] = row[key];
  return renamedRow;
}
