import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  UnknownRow,
} from 'kysely';
import { camelCase } from '../names.ts';

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
