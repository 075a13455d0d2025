import type { LargeImport, LargeImportReport } from '@basics/contract/imports.ts';
import type { RowError } from '@basics/contract/imports.ts';
import { limits } from '@basics/contract/limits.ts';
import type { LargeImportRow } from './large-imports.repository.ts';
import { toRowChange } from './plan.ts';
import type { ImportPlan, ImportStep } from './plan.ts';

export const emptyReport: LargeImportReport = {
  rows: 0,
  created: 0,
  changed: 0,
  unchanged: 0,
  faulty: 0,
  ignoredColumns: [],
  changes: [],
  errors: [],
};

/**
 * Adds the result of more rows to a report. A report counts all changes and errors, but lists only the first changes and the first errors.
 */
export function addToReport(
  report: LargeImportReport,
  { steps, errors }: ImportPlan<ImportStep>,
  ignoredColumns: readonly string[],
): LargeImportReport {
  const countOutcome = (outcome: ImportStep['outcome']): number =>
    steps.filter((step) => step.outcome === outcome).length;
  const faultyRowCount = new Set(errors.map(({ row }) => row)).size;
  return {
    rows: report.rows + new Set([...steps, ...errors].map(({ row }) => row)).size,
    created: report.created + countOutcome('created'),
    changed: report.changed + countOutcome('changed'),
    unchanged: report.unchanged + countOutcome('unchanged'),
    faulty: report.faulty + faultyRowCount,
    ignoredColumns: [...ignoredColumns],
    changes: addUpToLimit(report.changes, steps.flatMap(toRowChange)),
    errors: addUpToLimit(report.errors, errors),
  };
}

/** Creates the report on a file that cannot be read. */
export const createUnreadableReport = (errors: readonly RowError[]): LargeImportReport => ({
  ...emptyReport,
  faulty: new Set(errors.map(({ row }) => row)).size,
  errors: [...errors],
});

const addUpToLimit = <Item>(items: Item[], added: readonly Item[]): Item[] =>
  items.length >= limits.import.reportedChanges ? items : [...items, ...added].slice(0, limits.import.reportedChanges);

export const readImportReport = ({ report }: Pick<LargeImportRow, 'report'>): LargeImportReport | null => {
  const storedReport: LargeImportReport | null = report === null ? null : JSON.parse(report);
  return storedReport;
};

export const toImportSummary = (
  row: Omit<LargeImportRow, 'report' | 'leasedUntil' | 'invite' | 'startedBy' | 'requestId'>,
) => ({
  importId: row.id,
  kind: row.kind,
  name: row.name,
  state: row.state,
  createdAt: new Date(row.createdAt).toISOString(),
  finishedAt: row.finishedAt === null ? null : new Date(row.finishedAt).toISOString(),
  done: row.done,
  of: row.total,
});

export const toLargeImport = (row: LargeImportRow): LargeImport => ({
  ...toImportSummary(row),
  report: readImportReport(row),
});
