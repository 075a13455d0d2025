import type { RowError } from '@basics/contract/imports.ts';
import { CsvError, parse } from 'csv-parse/sync';
import { restoreFormula } from './csv.ts';

/** The form of a file: columns to read, some of them required, and known columns to ignore. */
export type FileForm = {
  columns: readonly string[];
  required: readonly string[];
  ignored: readonly string[];
  /** Maximum number of rows, without the header. */
  most: number;
};

/** A row of a file by the names of its columns, numbered as in a spreadsheet: the header is 1. */
export type CsvRow = { row: number; cells: ReadonlyMap<string, string> };

export type CsvFile = { columns: readonly string[]; ignored: readonly string[]; rows: readonly CsvRow[] };

/**
 * Reads a table as spreadsheets write it: RFC 4180, with or without a BOM, separated by commas, semicolons or tabs, with any line ending.
 * Removes the apostrophe that an export added before a formula. Returns the faults of the form if there are any.
 */
export function readCsv(text: string, form: FileForm): CsvFile | RowError[] {
  const body = withoutPreamble(text);
  const lines = readLines(body, computeMaxLines(form) + 2);
  if ('message' in lines) return [lines];
  const [header = [], ...rest] = lines;
  if (rest.length > computeMaxLines(form))
    return [
      createFileFault(
        `There are more than ${computeMaxLines(form)} lines. Take empty ones out, and import at most ${form.most} rows at a time.`,
      ),
    ];
  const read = readHeader(header, form);
  if (Array.isArray(read)) return read;
  const { names } = read;
  const filled = rest.map((cells, at) => ({ row: at + 2, cells })).filter(({ cells }) => cells.some(isFilled));
  if (filled.length > form.most)
    return [createFileFault(`There are ${filled.length} rows. Import at most ${form.most} at a time.`)];
  const torn = filled.filter(({ cells }) => cells.length !== names.length);
  if (torn.length > 0) return torn.map(({ row, cells }) => createRowFault(row, cells.length, names.length));
  return { columns: read.columns, ignored: read.ignored, rows: filled.map((line) => toRow(names, line)) };
}

/** The columns of a file, or what is wrong with its header. `names`: all of them, in their order. */
export function readHeader(
  header: readonly string[],
  form: FileForm,
): { names: string[]; columns: string[]; ignored: string[] } | RowError[] {
  if (header.length > maxColumns)
    return [createFileFault(`There are ${header.length} columns. Known are: ${form.columns.join(', ')}.`)];
  const names = header.map((name) => findColumn(restoreFormula(name).trim(), form));
  const faults = findFaults(names, form);
  if (faults.length > 0) return faults;
  return {
    names,
    columns: names.filter((name) => form.columns.includes(name)),
    ignored: names.filter((name) => form.ignored.includes(name)),
  };
}

/** A line of a file, by its number in a spreadsheet. */
export type Line = { row: number; cells: readonly string[] };

export const toRow = (names: readonly string[], { row, cells }: Line): CsvRow => ({
  row,
  cells: new Map(names.map((name, at) => [name, restoreFormula(cells[at] ?? '')])),
});

export const createFileFault = (message: string): RowError => ({ row: 1, column: null, message });

/** No list has this many columns: such a file is something else, and would produce as many faults. */
const maxColumns = 100;
/** Empty lines are accepted, but each costs as much time as a full one. */
const computeMaxLines = ({ most }: FileForm): number => 5 * most;

export const isFilled = (cell: string): boolean => cell.trim() !== '';

function readLines(text: string, most: number): string[][] | RowError {
  try {
    return parse(text, { ...parserOptions(text), to: most });
  } catch (error) {
    return toReadingFault(error);
  }
}

/** The beginning of a file without its byte-order mark and the line that names the separator. */
export const withoutPreamble = (text: string): string => text.replace(/^\uFEFF/, '').replace(/^sep=.\r?\n/i, '');

/** How csv-parse reads a file that begins with this text. */
export const parserOptions = (text: string) => ({
  delimiter: detectDelimiter(text),
  recordDelimiter: ['\r\n', '\n', '\r'],
  relaxColumnCount: true,
  maxRecordSize: 200_000,
});

/** The row that could not be read. Throws any other error. */
export function toReadingFault(error: unknown): RowError {
  if (!(error instanceof CsvError)) throw error;
  const row = Number(error['records'] ?? 0) + 1;
  return { row, column: null, message: 'This row could not be read: check its quotation marks.' };
}

/** Detects the separator of the header; column names contain none of these characters. */
function detectDelimiter(text: string): string {
  const [header = ''] = text.split(/[\r\n]/, 1);
  const counted = [',', ';', '\t'].map((sign) => ({ sign, times: header.split(sign).length }));
  return counted.toSorted((a, b) => b.times - a.times)[0]?.sign ?? ',';
}

/** A column by the name in the form, without regard to upper and lower case. */
const findColumn = (name: string, { columns, ignored }: FileForm): string =>
  [...columns, ...ignored].find((known) => known.toLowerCase() === name.toLowerCase()) ?? name;

function findFaults(names: readonly string[], form: FileForm): RowError[] {
  const known = [...form.columns, ...form.ignored];
  return [
    ...names
      .filter((name) => !known.includes(name))
      .map((name) => createHeaderFault(name, `This column is not known here. Known are: ${form.columns.join(', ')}.`)),
    ...names
      .filter((name, at) => names.indexOf(name) < at)
      .map((name) => createHeaderFault(name, 'This column is there twice.')),
    ...form.required
      .filter((name) => !names.includes(name))
      .map((name) => createHeaderFault(name, 'This column is missing.')),
  ];
}

const createHeaderFault = (column: string, message: string): RowError => ({ row: 1, column, message });

export const createRowFault = (row: number, found: number, expected: number): RowError => ({
  row,
  column: null,
  message: `This row has ${found} of ${expected} cells. Check its quotation marks and separators.`,
});
