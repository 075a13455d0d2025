import { allRows } from './tables.ts';
import type { Database } from '#server/database/database.ts';

/**
 * Reads the whole content of a database, table by table, as text in lower case. Text in base64, such as a licence file, is also added in
 * decoded form.
 */
export async function readStoredText(database: Database): Promise<Record<string, string>> {
  const tables = Object.entries(await allRows(database));
  return Object.fromEntries(tables.map(([table, rows]) => [table, decodeBase64Parts(rows.join('\n'))]));
}

const decodeBase64Parts = (text: string): string =>
  [text, ...[...text.matchAll(/[\w+/]{16,}={0,2}/g)].map(([part]) => Buffer.from(part, 'base64').toString('utf8'))]
    .join('\n')
    .toLowerCase();

/** Finds which of the given values a database contains, and in which tables. A result is a text such as `outbox: kite help`. */
export async function findTraces(database: Database, plantedValues: readonly string[]): Promise<string[]> {
  const tables = Object.entries(await readStoredText(database));
  return plantedValues.flatMap((value) =>
    tables.filter(([, text]) => text.includes(value.toLowerCase())).map(([table]) => `${table}: ${value}`),
  );
}
