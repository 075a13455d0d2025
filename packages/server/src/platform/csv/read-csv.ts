import type { RowError } from '@basics/contract/imports.ts';
import { CsvError, parse } from 'csv-parse/sync';
import { serverTexts } from '../texts/server-texts.ts';
import { restoreFormula } from './csv.ts';

/**
 * The expected columns of a CSV file: the columns to read, some of which are required, and known columns that are
 * ignored.
 */
export type CsvFormat = {
  columns: readonly string[];
  requiredColumns: readonly string[];
  ignoredColumns: readonly string[];
  /** Maximum number of rows, without the header. */
  maxRows: number;
};

/**
 * A row of a CSV file: its cells by the name of their column, and its number in a spreadsheet, where the header is row
 * 1.
 */
export type CsvRow = { row: number; cells: ReadonlyMap<string, string> };

export type CsvFile = { columns: readonly string[]; ignoredColumns: readonly string[]; rows: readonly CsvRow[] };

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
  const { columnNames } = headerResult;
  const filledLines = dataLines
    .map((cells, index) => ({ row: index + 2, cells }))
    .filter(({ cells }) => cells.some(isFilledCell));
  if (filledLines.length > csvFormat.maxRows)
    return [createFileFault(importFaults().tooManyRows(filledLines.length, csvFormat.maxRows))];
  const linesWithWrongLength = filledLines.filter(({ cells }) => cells.length !== columnNames.length);
  if (linesWithWrongLength.length > 0)
    return linesWithWrongLength.map(({ row, cells }) => createRowFault(row, cells.length, columnNames.length));
  return {
    columns: headerResult.columns,
    ignoredColumns: headerResult.ignoredColumns,
    rows: filledLines.map((line) => toRow(columnNames, line)),
  };
}

/**
 * Reads the header of a CSV file. `columnNames` are the names of all columns in their order. Returns the faults of the
 * header if there are any.
 */
export function readHeader(
  header: readonly string[],
  csvFormat: CsvFormat,
): { columnNames: string[]; columns: string[]; ignoredColumns: string[] } | RowError[] {
  if (header.length > maxColumns)
    return [createFileFault(importFaults().tooManyColumns(header.length, csvFormat.columns.join(', ')))];
  const columnNames = header.map((name) => findColumn(restoreFormula(name).trim(), csvFormat));
  const faults = findFaults(columnNames, csvFormat);
  if (faults.length > 0) return faults;
  return {
    columnNames,
    columns: columnNames.filter((name) => csvFormat.columns.includes(name)),
    ignoredColumns: columnNames.filter((name) => csvFormat.ignoredColumns.includes(name)),
  };
}

/** A line of a CSV file, with its row number in a spreadsheet. */
export type Line = { row: number; cells: readonly string[] };

export const toRow = (columnNames: readonly string[], { row, cells }: Line): CsvRow => ({
  row,
  cells: new Map(columnNames.map((name, index) => [name, restoreFormula(cells[index] ?? '')])),
});

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

/** Removes the byte-order mark and the line that names the separator (`sep=;`) from the beginning of a file. */
export const removePreamble = (text: string): string => text.replace(/^\uFEFF/, '').replace(/^sep=.\r?\n/i, '');

/** The options with which csv-parse reads a file that begins with this text. */
export const createParserOptions = (text: string) => ({
  delimiter: detectDelimiter(text),
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

/**
 * Detects the separator of a CSV file: the one that is most frequent in the header, because column names contain no
 * separators.
 */
function detectDelimiter(text: string): string {
  const [header = ''] = text.split(/[\r\n]/, 1);
  const separatorCounts = [',', ';', '\t'].map((separator) => ({
    sign: separator,
    times: header.split(separator).length,
  }));
  return separatorCounts.toSorted((a, b) => b.times - a.times)[0]?.sign ?? ',';
}

/** Finds a column by its name, in upper or lower case. Returns an unknown name unchanged. */
const findColumn = (name: string, { columns, ignoredColumns }: CsvFormat): string =>
  [...columns, ...ignoredColumns].find((column) => column.toLowerCase() === name.toLowerCase()) ?? name;

function findFaults(columnNames: readonly string[], csvFormat: CsvFormat): RowError[] {
  const knownColumns = [...csvFormat.columns, ...csvFormat.ignoredColumns];
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

export const createRowFault = (row: number, cellCount: number, expectedCount: number): RowError => ({
  row,
  column: null,
  message: importFaults().wrongCellCount(cellCount, expectedCount),
});
