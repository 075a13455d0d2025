import { setImmediate as nextTurn } from 'node:timers/promises';

/** The type of a table's field; null is an empty field. */
export type Cell = string | number | boolean | null;

/** A table that is sent as CSV. The rows of the table are read in batches while it is sent, so that only one batch is in memory. */
export type CsvTable = {
  /** The name under which the browser saves the table. */
  name: string;
  columns: readonly string[];
  batches: AsyncIterable<readonly (readonly Cell[])[]>;
};

/** The columns of a table by their names, in order, each with the function that reads its value from a row. */
export type Columns<Row> = Record<string, (row: Row) => Cell>;

/** Creates a table from batches of rows. */
export const createCsvTable = <Row>(
  name: string,
  columns: Columns<Row>,
  batches: AsyncIterable<readonly Row[]>,
): CsvTable => ({
  name,
  columns: Object.keys(columns),
  batches: mapBatches(batches, (rows) => rows.map((row) => Object.values(columns).map((readCell) => readCell(row)))),
});

/** Maps each batch when it is requested. */
export async function* mapBatches<From, To>(
  batches: AsyncIterable<readonly From[]>,
  mapRows: (rows: readonly From[]) => Promise<readonly To[]> | readonly To[],
): AsyncGenerator<readonly To[], undefined> {
  for await (const rows of batches) yield await mapRows(rows);
}

/**
 * The number of rows that an export reads at a time. On SQLite, this blocks other requests for about 50 ms.
 */
export const csvBatchSize = 200;

/** Creates a file name with the day of this time (Unix milliseconds) in UTC: `users-2026-11-21.csv`. */
export const createCsvName = (listName: string, at: number): string =>
  `${listName}-${new Date(at).toISOString().slice(0, 10)}.csv`;

/**
 * Writes the text of a table, a batch at a time: RFC 4180 with CRLF, and a BOM because Excel otherwise does not recognise UTF-8. Other
 * requests can run between two batches, also on SQLite, which is synchronous.
 */
export async function* writeCsv({ columns, batches }: CsvTable): AsyncGenerator<string, undefined> {
  let header = `\uFEFF${writeLine(columns)}`;
  for await (const rows of batches) {
    yield header + rows.map(writeLine).join('');
    header = '';
    await nextTurn();
  }
  if (header !== '') yield header;
}

const writeLine = (cells: readonly Cell[]): string => `${cells.map(writeField).join(',')}\r\n`;

/** Writes a field. Every text is quoted, so that every program finds its end. */
function writeField(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'string' ? `"${neutraliseFormula(cell).replaceAll('"', '""')}"` : String(cell);
}

/**
 * Matches what a spreadsheet would treat as a formula (OWASP, CSV Injection): the characters that begin one, also
 * full-width ones and those after quotes and blanks, and control characters at the beginning. A text with an added
 * apostrophe still matches, so `restoreFormula` can undo exactly what `neutraliseFormula` has done.
 */
const formulaPattern = /^(?:[\s\p{C}\p{Z}'"`´‘’“”]*[=+\-@＝＋－＠﹢﹣﹦﹫−]|'*[\t\r\n])/u;

/** Puts an apostrophe before a possible formula, so that no spreadsheet evaluates it. `restoreFormula` removes the apostrophe. */
export const neutraliseFormula = (text: string): string => (formulaPattern.test(text) ? `'${text}` : text);

/** Returns the original text of a neutralised field, and any other text unchanged. */
export const restoreFormula = (field: string): string =>
  field.startsWith("'") && formulaPattern.test(field.slice(1)) ? field.slice(1) : field;

/**
 * Reads all rows of a list, a batch at a time: `readRows` reads a limited number of rows after the given row, in the order of the list. With
 * this keyset paging, earlier rows are not read again, and inserted or deleted rows do not shift the following batches.
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
