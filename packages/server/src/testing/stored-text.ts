import { allRows } from './tables.ts';
import type { Database } from '#server/database/database.ts';

/**
 * Reads the whole content of a database, table by table, as text in lower case. Base64 text, such as in a licence file, is added in decoded
 * form too.
 */
export async function readStoredText(database: Database): Promise<Record<string, string>> {
  const tables = Object.entries(await allRows(database));
  return Object.fromEntries(tables.map(([table, rows]) => [table, decodeBase64Parts(rows.join('\n'))]));
}

const decodeBase64Parts = (text: string): string =>
  [text, ...[...text.matchAll(/[\w+/]{16,}={0,2}/g)].map(([part]) => Buffer.from(part, 'base64').toString('utf8'))]
    .join('\n')
    .toLowerCase();

/** Finds which of the values a database stores, and in which tables: `outbox: kite help`. */
export async function findTraces(database: Database, plantedValues: readonly string[]): Promise<string[]> {
  const tables = Object.entries(await readStoredText(database));
  return plantedValues.flatMap((value) =>
    tables.filter(([, text]) => text.includes(value.toLowerCase())).map(([table]) => `${table}: ${value}`),
  );
}
