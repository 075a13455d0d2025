import {
  exportOnlyColumns,
  findImportColumn,
  listImportColumns,
  problemColumn,
} from '@basics/contract/imports/import-columns.ts';
import type { FaultyRow, ImportKind, ImportReport, RowChange, RowError } from '@basics/contract/imports/imports.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createTornRowErrors, type CsvFile, type CsvFormat, type CsvRow } from '#server/platform/csv/read-csv.ts';

/** The planned outcome of one row of a file. `stamp` is the state of the existing data on which the outcome depends, such as its version. */
export type ImportStep = {
  row: number;
  name: string;
  label: string;
  outcome: 'created' | 'changed' | 'unchanged';
  fields: RowChange['fields'];
  stamp: string | number | null;
};

/** `notes` are about rows that are imported, but should be checked. */
export type ImportPlan<OneStep extends ImportStep> = {
  steps: readonly OneStep[];
  errors: readonly RowError[];
  notes?: readonly RowError[];
};

/** Creates the format of the files of an import. Exports have more columns for people, which the import ignores. */
export const createImportFormat = (kind: ImportKind): Omit<CsvFormat, 'maxRows'> => ({
  columns: listImportColumns(kind).map(({ name }) => name),
  requiredColumns: listImportColumns(kind)
    .filter(({ isRequired }) => isRequired)
    .map(({ name }) => name),
  ignoredColumns: [...Object.keys(exportOnlyColumns[kind]), ...Object.values(exportOnlyColumns[kind]), problemColumn],
  findColumn: (heading) => findImportColumn(kind, heading),
});

/** Returns the errors of a file: those of its plan, and those of the rows that could not be planned. */
export const listErrors = (file: CsvFile, { errors }: Pick<ImportPlan<ImportStep>, 'errors'>): RowError[] => [
  ...errors,
  ...createTornRowErrors(file),
];

/**
 * Creates the report on a plan: the numbers of rows, the changes and the errors. The report says that nothing has been
 * written yet.
 */
export function createReport(file: CsvFile, plan: ImportPlan<ImportStep>, request: unknown): ImportReport {
  const { steps, notes = [] } = plan;
  const errors = listErrors(file, plan);
  const faultyRows = listFaultyRows(file, errors);
  const countOutcome = (outcome: ImportStep['outcome']): number =>
    steps.filter((step) => step.outcome === outcome).length;
  return {
    written: false,
    digest: hashRequest([
      request,
      steps.map(({ row, outcome, fields, stamp }) => [row, outcome, fields, stamp]),
      faultyRows.map(({ row }) => row),
    ]),
    rows: file.rows.length + file.tornRows.length,
    created: countOutcome('created'),
    changed: countOutcome('changed'),
    unchanged: countOutcome('unchanged'),
    faulty: faultyRows.length,
    ignoredColumns: [...file.ignoredColumns],
    columns: [...file.header],
    changes: listFirstChanges(steps.flatMap(toRowChange)),
    errors,
    faultyRows,
    notes: [...notes],
  };
}

export function listFaultyRows({ rows, tornRows }: CsvFile, errors: readonly RowError[]): FaultyRow[] {
  const faultyRowNumbers = new Set(errors.map(({ row }) => row));
  return [
    ...rows.map(({ row, line }) => ({ row, cells: [...line] })),
    ...tornRows.map(({ row, cells }) => ({ row, cells: [...cells] })),
  ]
    .filter(({ row }) => faultyRowNumbers.has(row))
    .toSorted((first, second) => first.row - second.row);
}

/** Lists the changed records before the new ones, because a change overwrites data. The list has a limited length. */
export const listFirstChanges = (changes: readonly RowChange[]): RowChange[] =>
  changes
    .toSorted((first, second) => Number(first.outcome === 'created') - Number(second.outcome === 'created'))
    .slice(0, limits.import.reportedChanges);

/** Creates the report on a file that cannot be read. */
export const createUnreadableReport = (errors: readonly RowError[]): ImportReport => ({
  written: false,
  digest: hashRequest(errors),
  rows: 0,
  created: 0,
  changed: 0,
  unchanged: 0,
  faulty: new Set(errors.map(({ row }) => row)).size,
  ignoredColumns: [],
  columns: [],
  changes: [],
  errors: [...errors],
  faultyRows: [],
  notes: [],
});

export function toRowChange({ row, name, label, outcome, fields }: ImportStep): RowChange[] {
  return outcome === 'unchanged' ? [] : [{ row, name, label, outcome, fields }];
}

const hashRequest = (request: unknown): string => createHash('sha256').update(JSON.stringify(request)).digest('hex');

/**
 * Processes many items with pauses, so that other requests can run. Without pauses, no other request could run, because
 * SQLite answers synchronously.
 */
export async function processWithPauses<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void> | void,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    await work(item);
    if (index % itemsBetweenPauses === itemsBetweenPauses - 1) await nextTurn();
  }
}

const itemsBetweenPauses = 50;

/** Plans each row: the result contains a step for each valid row, and the errors of the other rows. */
export async function planRows<OneStep extends ImportStep>(
  rows: readonly CsvRow[],
  planRow: (row: CsvRow) => OneStep | RowError[],
): Promise<ImportPlan<OneStep>> {
  const steps: OneStep[] = [];
  const errors: RowError[] = [];
  await processWithPauses(rows, (row) => {
    const plannedRow = planRow(row);
    if (Array.isArray(plannedRow)) errors.push(...plannedRow);
    else steps.push(plannedRow);
  });
  return { steps, errors };
}

/** Returns the number of the earlier row with the same key, if there is one. */
export type DuplicateCheck = (key: string, row: number) => number | undefined;

export function createDuplicateCheck(): DuplicateCheck {
  const rows = new Map<string, number>();
  return (key, row) => {
    const earlierRow = rows.get(key);
    if (earlierRow === undefined) rows.set(key, row);
    return earlierRow;
  };
}

/** Splits a list into parts of limited size, for statements that take the items as parameters. */
export const splitIntoChunks = <Item>(items: readonly Item[], size = 500): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
