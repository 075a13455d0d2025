import type { LargeImport, LargeImportReport } from '@basics/contract/imports.ts';
import type { RowError } from '@basics/contract/imports.ts';
import { limits } from '@basics/contract/limits.ts';
import type { LargeImportRow } from './large-imports.repository.ts';
import { toRowChange } from './plan.ts';
import type { Plan, Step } from './plan.ts';

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

/** The report after some more rows. It lists the first changes and errors, and counts all. */
export function addToReport(
  report: LargeImportReport,
  { steps, errors }: Plan<Step>,
  ignoredColumns: readonly string[],
): LargeImportReport {
  const count = (outcome: Step['outcome']): number => steps.filter((step) => step.outcome === outcome).length;
  const faulty = new Set(errors.map(({ row }) => row)).size;
  return {
    rows: report.rows + new Set([...steps, ...errors].map(({ row }) => row)).size,
    created: report.created + count('created'),
    changed: report.changed + count('changed'),
    unchanged: report.unchanged + count('unchanged'),
    faulty: report.faulty + faulty,
    ignoredColumns: [...ignoredColumns],
    changes: addSome(report.changes, steps.flatMap(toRowChange)),
    errors: addSome(report.errors, errors),
  };
}

/** The report on a file that cannot be read at all. */
export const toUnreadable = (errors: readonly RowError[]): LargeImportReport => ({
  ...emptyReport,
  faulty: new Set(errors.map(({ row }) => row)).size,
  errors: [...errors],
});

const addSome = <Item>(listed: Item[], more: readonly Item[]): Item[] =>
  listed.length >= limits.import.changesTold ? listed : [...listed, ...more].slice(0, limits.import.changesTold);

export const readReport = ({ report }: Pick<LargeImportRow, 'report'>): LargeImportReport | null => {
  const stored: LargeImportReport | null = report === null ? null : JSON.parse(report);
  return stored;
};

export const toBrief = (
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

export const toLargeImport = (row: LargeImportRow): LargeImport => ({ ...toBrief(row), report: readReport(row) });
