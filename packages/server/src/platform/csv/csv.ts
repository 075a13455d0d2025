import { setImmediate as nextTurn } from 'node:timers/promises';

/** The type of a table's field; null is an empty field. */
export type Cell = string | number | boolean | null;

/** A table to be sent as CSV: its rows come in batches while it is sent, so that only one batch is in memory. */
export type CsvTable = {
  /** The name under which the browser saves it. */
  name: string;
  columns: readonly string[];
  batches: AsyncIterable<readonly (readonly Cell[])[]>;
};

/** The columns of a table by their names, in order, each with the function that reads its value from a row. */
export type Columns<Row> = Record<string, (row: Row) => Cell>;

/** A table of rows that come in batches. */
export const createTable = <Row>(
  name: string,
  columns: Columns<Row>,
  batches: AsyncIterable<readonly Row[]>,
): CsvTable => ({
  name,
  columns: Object.keys(columns),
  batches: mapBatches(batches, (rows) => rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row)))),
});

/** Maps batches, each when it is requested. */
export async function* mapBatches<From, To>(
  batches: AsyncIterable<readonly From[]>,
  made: (rows: readonly From[]) => Promise<readonly To[]> | readonly To[],
): AsyncGenerator<readonly To[], undefined> {
  for await (const rows of batches) yield await made(rows);
}

/**
 * The number of rows that an export reads at a time: about 50 ms on a synchronous database; then other requests run.
 */
export const batchSize = 200;

/** `users-2026-11-21.csv`: the file name of a table at this moment (Unix milliseconds, UTC). */
export const createCsvName = (what: string, at: number): string =>
  `${what}-${new Date(at).toISOString().slice(0, 10)}.csv`;

/**
 * The text of a table, a batch at a time: RFC 4180 with CRLF, and a BOM because Excel otherwise does not recognise UTF-8. Between batches
 * other requests can run, also on SQLite, which answers without a pause.
 */
export async function* writeCsv({ columns, batches }: CsvTable): AsyncGenerator<string, undefined> {
  let before = `\uFEFF${writeLine(columns)}`;
  for await (const rows of batches) {
    yield before + rows.map(writeLine).join('');
    before = '';
    await nextTurn();
  }
  if (before !== '') yield before;
}

const writeLine = (cells: readonly Cell[]): string => `${cells.map(writeField).join(',')}\r\n`;

/** Every text is quoted, whatever it contains, so that no reader has to guess where it ends. */
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

/** A text that no spreadsheet evaluates: a possible formula gets an apostrophe in front. `restoreFormula` removes it. */
export const neutraliseFormula = (text: string): string => (formulaPattern.test(text) ? `'${text}` : text);

/** The original text of a neutralised field; any other text unchanged. */
export const restoreFormula = (field: string): string =>
  field.startsWith("'") && formulaPattern.test(field.slice(1)) ? field.slice(1) : field;

/**
 * All rows of a list, a batch at a time: `next` reads a limited number of rows after the given row, in the order of the list. Keyset paging:
 * earlier rows cost nothing, and inserted or deleted rows do not shift others.
 */
export async function* readBatches<Row>(
  next: (behind: Row | null, most: number) => Promise<readonly Row[]>,
  most = batchSize,
): AsyncGenerator<readonly Row[], undefined> {
  let last: Row | null = null;
  for (;;) {
    const rows: readonly Row[] = await next(last, most);
    if (rows.length > 0) yield rows;
    last = rows.at(-1) ?? null;
    if (rows.length < most || last === null) return;
  }
}
