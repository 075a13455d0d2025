import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  UnknownRow,
} from 'kysely';
import { camelCase } from '../names.ts';

/**
 * Gives rows in camelCase. Kysely's own CamelCasePlugin also copies each query's tree to rename what is in it, and looks into each value:
 * our compilers rename as they write (`snakeCase`), and the keys of a result are converted once, because all of its rows have the same.
 */
export const camelCaseRows: KyselyPlugin = {
  transformQuery: ({ node }: PluginTransformQueryArgs) => node,
  transformResult: async ({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> => {
    const [first] = result.rows;
    if (!first) return result;
    const keys = Object.keys(first);
    if (!keys.some((key) => key.includes('_'))) return result;
    const names = keys.map((key) => ({ key, name: camelCase(key) }));
    return { ...result, rows: result.rows.map((row) => renamed(row, names)) };
  },
};

function renamed(row: UnknownRow, names: readonly { key: string; name: string }[]): UnknownRow {
  const copy: UnknownRow = {};
  for (const { key, name } of names) copy[name] = row[key];
  return copy;
}
