import type { LargeImport, LargeImportReport, RowError, UndoneImport } from '@basics/contract/imports/imports.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { clockSkewMs, minutes } from '#server/platform/clock/clock.ts';
import type { CsvFile } from '#server/platform/csv/read-csv.ts';
import type { LargeImportRow } from './large-imports.repository.ts';
import { listErrors, listFaultyRows, listFirstChanges, toRowChange, type ImportPlan, type ImportStep } from './plan.ts';

export const emptyReport: LargeImportReport = {
  rows: 0,
  created: 0,
  changed: 0,
  unchanged: 0,
  faulty: 0,
  ignoredColumns: [],
  columns: [],
  changes: [],
  errors: [],
  faultyRows: [],
  notes: [],
};

/**
 * Adds the result of more rows to a report. A report counts all rows, but lists only the first changes, notes, and rows with errors. The
 * errors of a listed row are complete.
 */
export function addToReport(report: LargeImportReport, file: CsvFile, plan: ImportPlan<ImportStep>): LargeImportReport {
  const { steps, notes = [] } = plan;
  const errors = listErrors(file, plan);
  const countOutcome = (outcome: ImportStep['outcome']): number =>
    steps.filter((step) => step.outcome === outcome).length;
  const newFaultyRows = listFaultyRows(file, errors);
  const faultyRows = [...report.faultyRows, ...newFaultyRows].slice(0, limits.import.reportedChanges);
  const listedRows = new Set(faultyRows.map(({ row }) => row));
  return {
    rows: report.rows + steps.length + newFaultyRows.length,
    created: report.created + countOutcome('created'),
    changed: report.changed + countOutcome('changed'),
    unchanged: report.unchanged + countOutcome('unchanged'),
    faulty: report.faulty + newFaultyRows.length,
    ignoredColumns: [...file.ignoredColumns],
    columns: [...file.header],
    changes: listFirstChanges([...report.changes, ...steps.flatMap(toRowChange)]),
    errors: [...report.errors, ...errors].filter(({ row }) => listedRows.has(row)),
    faultyRows,
    notes: [...report.notes, ...notes].slice(0, limits.import.reportedChanges),
  };
}

/** Creates the report on a file that cannot be read. */
export const createUnreadableReport = (errors: readonly RowError[]): LargeImportReport => ({
  ...emptyReport,
  faulty: new Set(errors.map(({ row }) => row)).size,
  errors: [...errors],
});

export const readImportReport = ({ report }: Pick<LargeImportRow, 'report'>): LargeImportReport | null => {
  const storedReport: LargeImportReport | null = report === null ? null : JSON.parse(report);
  return storedReport;
};

export const readUndone = ({ undone }: Pick<LargeImportRow, 'undone'>): UndoneImport => {
  const storedUndone: UndoneImport | null = undone === null ? null : JSON.parse(undone);
  return storedUndone ?? { records: 0, refused: [], remains: [] };
};

type SummaryRow = Omit<LargeImportRow, 'report' | 'leasedUntil' | 'requestId' | 'undoUntil' | 'undone'>;

export const toImportSummary = (row: SummaryRow) => ({
  importId: row.id,
  kind: row.kind,
  name: row.name,
  invite: row.invite === 1,
  startedBy: row.startedBy,
  state: row.undoState ?? row.state,
  createdAt: new Date(row.createdAt).toISOString(),
  finishedAt: row.finishedAt === null ? null : new Date(row.finishedAt).toISOString(),
  done: row.done,
  of: row.total,
});

/** Returns what the reply says about an import. It can be undone until its time is over, once. */
export const toLargeImport = (row: LargeImportRow, now: number): LargeImport => ({
  ...toImportSummary(row),
  report: readImportReport(row),
  undone: row.undoState === null ? null : readUndone(row),
  ...(isUndoable(row, now) && { undo: { id: row.requestId, until: new Date(row.undoUntil).toISOString() } }),
});

/** A time that is too late was written by a wrong clock. */
export const isUndoable = (row: LargeImportRow, now: number): row is LargeImportRow & { undoUntil: number } =>
  row.undoUntil !== null &&
  row.undoState === null &&
  row.undoUntil > now &&
  row.undoUntil <= now + minutes(limits.undo.massMinutes) + clockSkewMs;
