import { writeCsvLine, type CsvSeparator } from '@basics/contract/fields/csv-text.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The value of one cell of a table; null is an empty cell. */
export type Cell = string | number | boolean | null;

/**
 * A table that is sent as CSV. The rows are read in batches while the table is sent, so that only one batch is in
 * memory.
 */
export type CsvTable = {
  /** The name of the file that the browser saves. */
  name: string;
  columns: readonly string[];
  batches: AsyncIterable<readonly (readonly Cell[])[]>;
};

/** The columns of a table by name, in their order. Each column has a function that returns its value for a row. */
export type Columns<Row> = Record<string, (row: Row) => Cell>;

export const createCsvTable = <Row>(
  name: string,
  columns: Columns<Row>,
  batches: AsyncIterable<readonly Row[]>,
): CsvTable => ({
  name,
  columns: Object.keys(columns),
  batches: mapBatches(batches, (rows) => rows.map((row) => Object.values(columns).map((readCell) => readCell(row)))),
});

/** Converts the rows of each batch when the batch is requested. */
export async function* mapBatches<From, To>(
  batches: AsyncIterable<readonly From[]>,
  mapRows: (rows: readonly From[]) => Promise<readonly To[]> | readonly To[],
): AsyncGenerator<readonly To[], undefined> {
  for await (const rows of batches) yield await mapRows(rows);
}

/**
 * The number of rows that an export reads at a time. On SQLite, reading this number of rows blocks other requests for
 * about 50 ms.
 */
export const csvBatchSize = 200;

/**
 * Creates the name of a CSV file, such as `users-2026-11-21.csv`, with the day of the time `at` (Unix milliseconds) in
 * UTC.
 */
export const createCsvName = (listName: string, at: number): string =>
  `${listName}-${new Date(at).toISOString().slice(0, 10)}.csv`;

/**
 * Writes the CSV text of a table, one batch at a time, in the format of RFC 4180 with CRLF line ends. The text begins
 * with a BOM, because otherwise Excel does not recognise UTF-8. The portal can handle other requests between two
 * batches, also on SQLite, which is synchronous.
 */
export async function* writeCsv(
  { columns, batches }: CsvTable,
  separator: CsvSeparator = ',',
): AsyncGenerator<string, undefined> {
  let header = `\uFEFF${writeCsvLine(columns, separator)}`;
  for await (const rows of batches) {
    yield header + rows.map((cells) => writeCsvLine(cells, separator)).join('');
    header = '';
    await nextTurn();
  }
  if (header !== '') yield header;
}

/**
 * Reads all rows of a list, one batch at a time. `readRows` reads a limited number of rows after the given row, in the
 * order of the list. With this method (keyset paging), earlier rows are not read again, and inserted or deleted rows do
 * not shift the following batches.
 */
export async function* readBatches<Row>(
  readRows: (lastRow: Row | null, limit: number) => Promise<readonly Row[]>,
  limit = csvBatchSize,
): AsyncGenerator<readonly Row[], undefined> {
  let lastRow: Row | null = null;
  for (;;) {
    const rows: readonly Row[] = await readRows(lastRow, limit);
    if (rows.length > 0) yield rows;
    lastRow = rows.at(-1) ?? null;
    if (rows.length < limit || lastRow === null) return;
  }
}
