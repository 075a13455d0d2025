import { setImmediate as nextTurn } from 'node:timers/promises';

/** What a field of a table can hold; null is an empty field. */
export type Cell = string | number | boolean | null;

/** A table to be sent as CSV: its rows come in batches while it is sent, so that no more than one is ever in memory. */
export type CsvTable = {
  /** What the browser saves it as. */
  name: string;
  columns: readonly string[];
  batches: AsyncIterable<readonly (readonly Cell[])[]>;
};

/** The columns of a table by their names, in order: what each shows of a row. */
export type Columns<Row> = Record<string, (row: Row) => Cell>;

/** A table of rows that come in batches. */
export const tableOf = <Row>(
  name: string,
  columns: Columns<Row>,
  batches: AsyncIterable<readonly Row[]>,
): CsvTable => ({
  name,
  columns: Object.keys(columns),
  batches: through(batches, (rows) => rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row)))),
});

/** Batches as something else makes of them, each when it is asked for. */
export async function* through<From, To>(
  batches: AsyncIterable<readonly From[]>,
  made: (rows: readonly From[]) => Promise<readonly To[]> | readonly To[],
): AsyncGenerator<readonly To[], undefined> {
  for await (const rows of batches) yield await made(rows);
}

/** Rows that are read at a time for a table that is sent: some 50 ms of a synchronous database, and then other requests have their turn. */
export const batchSize = 200;

/** `users-2026-11-21.csv`: what a table of this moment (Unix milliseconds, UTC) is saved as. */
export const csvName = (what: string, at: number): string => `${what}-${new Date(at).toISOString().slice(0, 10)}.csv`;

/**
 * The text of a table, a batch at a time: RFC 4180 with CRLF, and a BOM because Excel takes UTF-8 without one for something else.
 * Between batches other requests have their turn, also on a database that answers within one.
 */
export async function* csvText({ columns, batches }: CsvTable): AsyncGenerator<string, undefined> {
  let before = `\uFEFF${csvLine(columns)}`;
  for await (const rows of batches) {
    yield before + rows.map(csvLine).join('');
    before = '';
    await nextTurn();
  }
  if (before !== '') yield before;
}

const csvLine = (cells: readonly Cell[]): string => `${cells.map(fieldOf).join(',')}\r\n`;

/** Every text stands in quotes, whatever it holds: then no reader has to guess where it ends. */
function fieldOf(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'string' ? `"${neutralised(cell).replaceAll('"', '""')}"` : String(cell);
}

/**
 * What a spreadsheet would take for a formula (OWASP, CSV Injection): signs that begin one, also full-width ones and those that stand
 * behind quotes and blanks, and control characters at the beginning. With an apostrophe more in front each is still one, which is why
 * `plainOf` undoes exactly what `neutralised` has done.
 */
const formula = /^(?:[\s\p{C}\p{Z}'"`´‘’“”]*[=+\-@＝＋－＠﹢﹣﹦﹫−]|'*[\t\r\n])/u;

/** A text that no spreadsheet calculates: where it could, an apostrophe stands before it. `plainOf` takes it away again. */
export const neutralised = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** A text as it was before it was neutralised; any other as it stands. */
export const plainOf = (field: string): string =>
  field.startsWith("'") && formula.test(field.slice(1)) ? field.slice(1) : field;

/**
 * All rows of a list, a batch at a time: `next` reads at most so many that come behind the row given, in the order of the list
 * (keyset paging: what is read before costs nothing, and rows that come or go meanwhile shift no others).
 */
export async function* batchesOf<Row>(
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
