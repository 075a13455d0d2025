import { detectSeparator, removePreamble, restoreFormula, writeCsvLine } from '@basics/contract/fields/csv-text.ts';
import type { CsvSeparator } from '@basics/contract/fields/csv-text.ts';
import { findImportColumn, listImportColumns } from '@basics/contract/imports/import-columns.ts';
import type { ImportKind } from '@basics/contract/imports/imports.ts';

/** The beginning of a table: its headings, an example of a value for each heading, and the text of all rows. */
export type Table = {
  separator: CsvSeparator;
  header: string[];
  examples: string[];
  /** The first rows as they are in the file. */
  firstRows: string[][];
  rowsText: string;
};

const exampleRows = 20;
const shownRows = 3;

/**
 * Reads the headings of a CSV text, and examples from its first rows. A text that is not a table has no headings; the server explains what
 * is wrong with it.
 */
export function readTable(text: string): Table {
  if (text.includes('\0')) return { separator: ',', header: [], examples: [], firstRows: [], rowsText: text };
  const body = keepLastCells(removePreamble(text));
  const separator = detectSeparator(body);
  const [header = { cells: [], end: 0 }, ...rows] = readRecords(body, separator, exampleRows + 1);
  return {
    separator,
    header: header.cells.map((cell) => restoreFormula(cell).trim()),
    examples: header.cells.map((_, index) => rows.find(({ cells }) => cells[index])?.cells[index] ?? ''),
    firstRows: rows.slice(0, shownRows).map(({ cells }) => cells),
    rowsText: body.slice(header.end),
  };
}

/** Adds a first column with the same value in all rows. Lines without cells stay as they are. */
export function addColumn(table: Table, heading: string, value: string): Table {
  const { rowsText, separator, header, examples, firstRows } = table;
  const cell = `${writeCsvLine([value], separator).trimEnd()}${separator}`;
  let start = 0;
  const lines = readRecords(rowsText, separator, Infinity).map(({ cells, end }) => {
    const line = rowsText.slice(start, end);
    start = end;
    return cells.every((text) => text === '') ? line : cell + line;
  });
  return {
    separator,
    header: [heading, ...header],
    examples: [value, ...examples],
    firstRows: firstRows.map((cells) => [value, ...cells]),
    rowsText: lines.join('') + rowsText.slice(start),
  };
}

/** The new cells of some rows, by the number of the row as in a spreadsheet, where the header is row 1; null leaves a row out. */
export type RowChanges = ReadonlyMap<number, readonly string[] | null>;

/** Changes some rows of a table. A row that is left out becomes an empty line, so that all other rows keep their numbers. */
export function changeRows(table: Table, changes: RowChanges): Table {
  const { rowsText, separator } = table;
  let start = 0;
  const lines = readRecords(rowsText, separator, Infinity).map(({ end }, index) => {
    const line = rowsText.slice(start, end);
    start = end;
    const cells = changes.get(index + 2);
    if (cells === undefined) return line;
    return cells === null ? '\r\n' : writeCsvLine(cells, separator);
  });
  return { ...table, rowsText: lines.join('') + rowsText.slice(start) };
}

/** The column of the import for each heading of a table; null for a column that is left out. */
export type ColumnChoice = readonly (string | null)[];

/** Finds the columns that the headings of a table mean. If two headings mean the same column, the second one is left out. */
export function findColumns(
  kind: ImportKind,
  { header }: Pick<Table, 'header'>,
  rememberedColumns: Readonly<Record<string, string>> = {},
): ColumnChoice {
  const columns = header.map((heading) => rememberedColumns[heading] ?? findImportColumn(kind, heading));
  return columns.map((column, index) => (columns.indexOf(column) === index ? column : null));
}

/** Lists the labels of the required columns that are not chosen yet. */
export const listMissingColumns = (kind: ImportKind, columns: ColumnChoice): string[] =>
  listImportColumns(kind)
    .filter(({ name, isRequired }) => isRequired && !columns.includes(name))
    .map(({ label }) => label);

/** Writes a table whose headings are the names of the chosen columns. A column without a heading is not imported. */
export const writeTable = ({ header, separator, rowsText }: Table, columns: ColumnChoice): string =>
  header.length === 0
    ? rowsText
    : writeCsvLine(
        columns.map((column) => column ?? ''),
        separator,
      ) + rowsText;

/** Puts quotation marks into empty cells at the end of a tab-separated table, because the text of a request is trimmed. */
const keepLastCells = (text: string): string =>
  text.replace(/\t+\s*$/, (end) => '\t""'.repeat(end.replaceAll(/[^\t]/g, '').length));

type CsvRecord = { cells: string[]; end: number };

/** Matches a cell of a CSV text (RFC 4180), and the separator or line end after it. */
const createCellPattern = (separator: CsvSeparator): RegExp =>
  new RegExp(String.raw`(?:"((?:[^"]|"")*)"|((?!")[^${separator}\r\n]*))(${separator}|\r\n|\r|\n|$)`, 'y');

/** Reads the first records of a CSV text. Reading stops at a cell that is not valid; the server explains the error. */
function readRecords(text: string, separator: CsvSeparator, limit: number): CsvRecord[] {
  const cellPattern = createCellPattern(separator);
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  while (records.length < limit && cellPattern.lastIndex < text.length) {
    const match = cellPattern.exec(text);
    if (!match) break;
    const [, quotedCell, cell = '', cellEnd] = match;
    cells.push(quotedCell?.replaceAll('""', '"') ?? cell);
    if (cellEnd === separator) continue;
    records.push({ cells, end: cellPattern.lastIndex });
    cells = [];
  }
  return records;
}
