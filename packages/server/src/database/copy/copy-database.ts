import type { Database } from '../database.ts';
import { copiedTables, type CopiedTable } from './copied-tables.ts';
import { closeTarget, prepareTarget } from './copy-target.ts';
import { measureRows, type RowsContent } from './copy-text.ts';
import { readLastId, readTables, writeLastId, writeTable, type TableReader } from './table-rows.ts';

/** The rows of a copied table. Their number and hash are equal in the original and in the copy. */
export type CopiedContent = RowsContent & { table: string };

type CopyOptions = {
  /** The source, whose migrations must be complete. On PostgreSQL, all rows of the source are read as they were at one moment. */
  from: Database;
  to: Database;
  now: number;
  reportLine: (line: string) => void;
  /** Checks the copy before it is complete. If the check throws, no portal starts on the copy. */
  check?: (copy: Database) => Promise<unknown>;
};

/** The rows of the copy differ from the original, because one of the two databases was written to during the copy. */
export class CopyFault extends Error {}

/**
 * Copies every row into a database that is empty, or that contains an interrupted copy, which then begins again. Afterwards, all rows of the
 * copy are read and compared. Throws DatabaseUnavailable if the target is already in use, and CopyFault if the rows are not equal.
 */
export async function copyDatabase({ from, to, now, reportLine, check }: CopyOptions): Promise<CopiedContent[]> {
  const target = await prepareTarget(to, { now, tables: copiedTables });
  const contents = await readTables(from, async (readTable) => {
    const copied: CopiedContent[] = [];
    for (const table of copiedTables) {
      const content = await copyTable(readTable, to, table);
      if (content.rows > 0) reportLine(`${table.name}: ${content.rows} rows`);
      copied.push({ table: table.name, ...content });
    }
    return copied;
  });
  for (const { name } of copiedTables.filter(({ hasGeneratedId }) => hasGeneratedId))
    await writeLastId(to.kysely, name, await readLastId(from.kysely, name));
  await compareRows(to, contents);
  await closeTarget(to, target, check);
  return contents;
}

async function copyTable(readTable: TableReader, to: Database, table: CopiedTable): Promise<RowsContent> {
  const { text, content } = measureRows(readTable(table));
  await writeTable(to, table, text);
  return content();
}

async function compareRows(to: Database, contents: readonly CopiedContent[]): Promise<void> {
  await readTables(to, async (readTable) => {
    for (const table of copiedTables) {
      const { text, content } = measureRows(readTable(table));
      for await (const _ of text);
      const original = contents.find((copied) => copied.table === table.name);
      const copy = content();
      if (original?.rows !== copy.rows || original.sha256 !== copy.sha256)
        throw new CopyFault(`The copy of the table ${table.name} has ${copy.rows} rows, and the original ${original?.rows}, or other content. Stop all portals of both databases, empty the target, and run this again.`); // oxfmt-ignore
    }
  });
}
