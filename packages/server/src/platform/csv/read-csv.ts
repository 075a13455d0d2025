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
  const body = text.replace(/^\uFEFF/, '').replace(/^sep=.\r?\n/i, '');
  const lines = readLines(body, computeMaxLines(form) + 2);
  if ('message' in lines) return [lines];
  const [header = [], ...rest] = lines;
  const tooMuch = findExcess(header, rest, form);
  if (tooMuch !== null) return [{ row: 1, column: null, message: tooMuch }];
  const columns = header.map((name) => findColumn(restoreFormula(name).trim(), form));
  const faults = findFaults(columns, form);
  if (faults.length > 0) return faults;
  const filled = rest.map((cells, at) => ({ row: at + 2, cells })).filter(({ cells }) => cells.some(isFilled));
  if (filled.length > form.most)
    return [
      { row: 1, column: null, message: `There are ${filled.length} rows. Import at most ${form.most} at a time.` },
    ];
  const torn = filled.filter(({ cells }) => cells.length !== columns.length);
  if (torn.length > 0) return torn.map(({ row, cells }) => createRowFault(row, cells.length, columns.length));
  return {
    columns: columns.filter((name) => form.columns.includes(name)),
    ignored: columns.filter((name) => form.ignored.includes(name)),
    rows: filled.map(({ row, cells }) => ({
      row,
      cells: new Map(columns.map((name, at) => [name, restoreFormula(cells[at] ?? '')])),
    })),
  };
}

/** No list has this many columns: such a file is something else, and would produce as many faults. */
const maxColumns = 100;
/** Empty lines are accepted, but each costs as much time as a full one. */
const computeMaxLines = ({ most }: FileForm): number => 5 * most;

function findExcess(header: readonly string[], rest: readonly string[][], form: FileForm): string | null {
  if (header.length > maxColumns) return `There are ${header.length} columns. Known are: ${form.columns.join(', ')}.`;
  if (rest.length > computeMaxLines(form))
    return `There are more than ${computeMaxLines(form)} lines. Take empty ones out, and import at most ${form.most} rows at a time.`;
  return null;
}

const isFilled = (cell: string): boolean => cell.trim() !== '';

function readLines(text: string, most: number): string[][] | RowError {
  try {
    return parse(text, {
      to: most,
      delimiter: detectDelimiter(text),
      recordDelimiter: ['\r\n', '\n', '\r'],
      relaxColumnCount: true,
      maxRecordSize: 200_000,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const row = Number(error['records'] ?? 0) + 1;
    return { row, column: null, message: 'This row could not be read: check its quotation marks.' };
  }
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

const createRowFault = (row: number, found: number, expected: number): RowError => ({
  row,
  column: null,
  message: `This row has ${found} of ${expected} cells. Check its quotation marks and separators.`,
});
