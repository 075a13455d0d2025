import { allRows } from './tables.ts';
import type { Database } from '#server/database/database.ts';

/** All that a database stores, table by table, as text in lower case; text in base64, such as that of a licence file, is added readable. */
export async function storedText(database: Database): Promise<Record<string, string>> {
  const tables = Object.entries(await allRows(database));
  return Object.fromEntries(tables.map(([table, rows]) => [table, readable(rows.join('\n'))]));
}

const readable = (text: string): string =>
  [text, ...[...text.matchAll(/[\w+/]{16,}={0,2}/g)].map(([part]) => Buffer.from(part, 'base64').toString('utf8'))]
    .join('\n')
    .toLowerCase();

/** Which of the values a database stores, and where: `outbox: kite help`. */
export async function tracesOf(database: Database, values: readonly string[]): Promise<string[]> {
  const tables = Object.entries(await storedText(database));
  return values.flatMap((value) =>
    tables.filter(([, text]) => text.includes(value.toLowerCase())).map(([table]) => `${table}: ${value}`),
  );
}
