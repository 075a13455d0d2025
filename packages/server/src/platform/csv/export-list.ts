import type { Database, Db } from '#server/database/database.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Actor, Origin } from '#server/platform/http/mount.ts';
import { createCsvName, createCsvTable } from './csv.ts';
import type { Columns, CsvTable } from './csv.ts';
import { beginExport } from './start-export.ts';
import type { RecordedExport } from './start-export.ts';

/**
 * What the export of a list needs: the name of the file, the name of the list in the audit log, the columns, and a
 * function that reads the rows in batches.
 */
export type ExportedList<Query, Row> = {
  fileName: string;
  recordedAs: RecordedExport;
  columns: Columns<Row>;
  readRows: (db: Db, query: Query) => AsyncIterable<readonly Row[]>;
};

/** Exports the rows of a list that the query selects. Throws TOO_MANY_ATTEMPTS. */
export async function exportList<Query extends Record<string, unknown>, Row>(
  { database, clock }: { database: Database; clock: Clock },
  { actor, origin }: { actor: Actor; origin: Origin },
  { fileName, recordedAs, columns, readRows }: ExportedList<Query, Row>,
  query: Query,
): Promise<CsvTable> {
  const at = clock();
  const readDatabase = await beginExport({ database, at }, { actor, origin }, { ...recordedAs, query });
  return createCsvTable(createCsvName(fileName, at), columns, readRows(readDatabase, query));
}
