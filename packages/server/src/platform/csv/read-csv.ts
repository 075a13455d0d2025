import { detectSeparator, removePreamble, restoreFormula } from '@basics/contract/fields/csv-text.ts';
import type { RowError } from '@basics/contract/imports/imports.ts';
import { CsvError, parse } from 'csv-parse/sync';
import { serverTexts } from '../texts/language.ts';

/**
 * The expected columns of a CSV file: the columns to read, some of which are required, and known columns that are
 * ignored.
 */
export type CsvFormat = {
  columns: readonly string[];
  requiredColumns: readonly string[];
  ignoredColumns: readonly string[];
  /** Finds the column that a heading means, if the heading is not the name of a column; null for an unknown heading. */
  findColumn?: (heading: string) => string | null;
  /** Maximum number of rows, without the header. */
  maxRows: number;
};

/**
 * A row of a CSV file: its cells by the name of their column, all cells in their order, and its number in a spreadsheet,
 * where the header is row 1.
 */
export type CsvRow = { row: number; cells: ReadonlyMap<string, string>; line: readonly string[] };

/** `header` are all headings as they are in the file. `tornRows` are the rows whose number of cells differs from the header. */
export type CsvFile = {
  header: readonly string[];
  columns: readonly string[];
  ignoredColumns: readonly string[];
  rows: readonly CsvRow[];
  tornRows: readonly Line[];
};

/**
 * Reads a CSV file that a spreadsheet wrote: RFC 4180, with or without a BOM, separated by commas, semicolons or tabs,
 * with any line ends. Removes the apostrophe that an export added before a formula. Returns the faults of the file if
 * there are any.
 */
export function readCsv(text: string, csvFormat: CsvFormat): CsvFile | RowError[] {
  const body = removePreamble(text);
  const lines = readLines(body, computeMaxLines(csvFormat) + 2);
  if ('message' in lines) return [lines];
  const [header = [], ...dataLines] = lines;
  if (dataLines.length > computeMaxLines(csvFormat))
    return [createFileFault(importFaults().tooManyLines(computeMaxLines(csvFormat), csvFormat.maxRows))];
  const headerResult = readHeader(header, csvFormat);
  if (Array.isArray(headerResult)) return headerResult;
  const filledLines = dataLines
    .map((cells, index) => ({ row: index + 2, cells }))
    .filter(({ cells }) => cells.some(isFilledCell));
  if (filledLines.length > csvFormat.maxRows)
    return [createFileFault(importFaults().tooManyRows(filledLines.length, csvFormat.maxRows))];
  return toCsvFile(headerResult, filledLines);
}

/** Creates a file, or a batch of its rows, from lines with cells. */
export function toCsvFile({ columnNames, ...names }: CsvHeader, lines: readonly Line[]): CsvFile {
  const restoredLines = lines.map(({ row, cells }) => ({ row, cells: cells.map(restoreFormula) }));
  const isWhole = ({ cells }: Line): boolean => cells.length === columnNames.length;
  return {
    ...names,
    rows: restoredLines.filter(isWhole).map(({ row, cells }) => ({
      row,
      line: cells,
      cells: new Map(columnNames.map((name, at) => [name, cells[at] ?? ''])),
    })),
    tornRows: restoredLines.filter((line) => !isWhole(line)),
  };
}

/** The header of a CSV file: all headings, the names of their columns, and the names of the columns that are read or ignored. */
export type CsvHeader = { header: string[]; columnNames: string[]; columns: string[]; ignoredColumns: string[] };

/** Reads the header of a CSV file. Columns without a heading are ignored. Returns the faults of the header if there are any. */
export function readHeader(headings: readonly string[], csvFormat: CsvFormat): CsvHeader | RowError[] {
  if (headings.length > maxColumns)
    return [createFileFault(importFaults().tooManyColumns(headings.length, csvFormat.columns.join(', ')))];
  const header = headings.map((heading) => restoreFormula(heading).trim());
  const columnNames = header.map((heading) => findColumn(heading, csvFormat));
  const faults = findFaults(columnNames, csvFormat);
  if (faults.length > 0) return faults;
  return {
    header,
    columnNames,
    columns: columnNames.filter((name) => csvFormat.columns.includes(name)),
    ignoredColumns: columnNames.filter((name) => csvFormat.ignoredColumns.includes(name)),
  };
}

/** A line of a CSV file, with its row number in a spreadsheet. */
export type Line = { row: number; cells: readonly string[] };

const importFaults = () => serverTexts().importFaults;

export const createFileFault = (message: string): RowError => ({ row: 1, column: null, message });

/**
 * The highest number of columns of a CSV file. A file with more columns is not a list, and would cause a fault for each
 * column.
 */
const maxColumns = 100;
/**
 * Returns the highest number of lines of a CSV file. Empty lines are accepted, but each empty line takes as much time
 * as a line with cells.
 */
const computeMaxLines = ({ maxRows }: CsvFormat): number => 5 * maxRows;

export const isFilledCell = (cell: string): boolean => cell.trim() !== '';

function readLines(text: string, maxLines: number): string[][] | RowError {
  try {
    return parse(text, { ...createParserOptions(text), to: maxLines });
  } catch (error) {
    return toReadingFault(error);
  }
}

/** The options with which csv-parse reads a file that begins with this text. */
export const createParserOptions = (text: string) => ({
  delimiter: detectSeparator(text),
  recordDelimiter: ['\r\n', '\n', '\r'],
  relaxColumnCount: true,
  maxRecordSize: 200_000,
});

/** Converts an error of csv-parse to a fault of the row. Throws any other error. */
export function toReadingFault(error: unknown): RowError {
  if (!(error instanceof CsvError)) throw error;
  const row = Number(error['records'] ?? 0) + 1;
  return { row, column: null, message: importFaults().unreadableRow() };
}

/** Finds a column by its heading, in upper or lower case. Returns an unknown heading unchanged. */
const findColumn = (heading: string, { columns, ignoredColumns, findColumn: findByMeaning }: CsvFormat): string =>
  [...columns, ...ignoredColumns].find((column) => column.toLowerCase() === heading.toLowerCase()) ??
  findByMeaning?.(heading) ??
  heading;

function findFaults(allNames: readonly string[], csvFormat: CsvFormat): RowError[] {
  const knownColumns = [...csvFormat.columns, ...csvFormat.ignoredColumns];
  const columnNames = allNames.filter((name) => name !== '');
  return [
    ...columnNames
      .filter((name) => !knownColumns.includes(name))
      .map((name) => createHeaderFault(name, importFaults().unknownColumn(csvFormat.columns.join(', ')))),
    ...columnNames
      .filter((name, index) => columnNames.indexOf(name) < index)
      .map((name) => createHeaderFault(name, importFaults().repeatedColumn())),
    ...csvFormat.requiredColumns
      .filter((name) => !columnNames.includes(name))
      .map((name) => createHeaderFault(name, importFaults().missingColumn())),
  ];
}

const createHeaderFault = (column: string, message: string): RowError => ({ row: 1, column, message });

/** Creates the error of each row whose number of cells differs from the header. */
export const createTornRowErrors = ({ header, tornRows }: Pick<CsvFile, 'header' | 'tornRows'>): RowError[] =>
  tornRows.map(({ row, cells }) => ({
    row,
    column: null,
    message: importFaults().wrongCellCount(cells.length, header.length),
  }));
