import { writeCsvLine } from '@basics/contract/fields/csv-text.ts';
import { listImportColumns, problemColumn } from '@basics/contract/imports/import-columns.ts';
import type { ImportKind, ImportReport, RowChange, RowError } from '@basics/contract/imports/imports.ts';
import { FileDown } from 'lucide-react';
import { usualSeparator, saveCsv } from '#portal/ui/files/save-file.ts';
import { imports as texts } from '#portal/texts/imports.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { EffectCounts } from '#portal/ui/content/facts.tsx';
import { LimitedTable } from '#portal/ui/lists/limited-table.tsx';
import type { Column } from '#portal/ui/tables/data-table.tsx';
import { TwoLines } from '#portal/ui/tables/cells.tsx';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { CorrectRows, Errors } from './correct-rows.tsx';
import styles from './imports.module.css';
import type { RowChanges } from './read-table.ts';

const reportTexts = texts.report;
const outcomes = ['created', 'changed', 'unchanged', 'faulty'] as const;

export type Report = Omit<ImportReport, 'written' | 'digest'>;

/** Shows the number of rows of a file by outcome: created, changed, unchanged, or with errors. */
export const OutcomeCounts = ({ report }: { report: Report }) => (
  <EffectCounts
    counts={outcomes.map((outcome) => ({
      id: outcome,
      label: reportTexts.counts[outcome],
      count: report[outcome],
      isWarning: report[outcome] > 0 && (outcome === 'changed' || outcome === 'faulty'),
    }))}
  />
);

/** Returns whether rows without errors can be imported: all rows with errors must be listed, because they are returned as a file. */
export const canImportRows = ({ created, changed, faulty, faultyRows }: Report): boolean =>
  created + changed > 0 && faulty === faultyRows.length;

/** Says how long the import can be undone, and which rows are left out, beside the button that imports the rows. */
export const RunConsequences = ({ report: { faulty } }: { report: Report }) => (
  <p className={styles.consequences}>
    {faulty > 0 && <span>{reportTexts.leavesOut(faulty)}</span>}
    <span>{reportTexts.undo}</span>
  </p>
);

type ReportDetailsProps = {
  kind: ImportKind;
  fileName: string;
  report: Report;
  /** The headings of the file as it was chosen, if the page still has them. */
  header?: readonly string[];
  /** Checks the file again with other cells in some rows; absent if the page no longer has the file. */
  onChangeRows?: (changes: RowChanges) => void;
};

/** Lists what an import does: changed records first, because they lose values, then errors, notes, and new records. */
export function ReportDetails({ kind, fileName, report, header, onChangeRows }: ReportDetailsProps) {
  const changedRows = report.changes.filter(({ outcome }) => outcome === 'changed');
  const createdRows = report.changes.filter(({ outcome }) => outcome === 'created');
  const columns = createColumns(kind, onChangeRows);
  const saveButton = <SaveFaultyRows {...{ kind, fileName, report }} {...(header && { header })} />;
  return (
    <>
      <LimitedTable
        title={reportTexts.changedRows(report.changed)}
        rows={changedRows}
        total={report.changed}
        columns={columns.changes}
        rowKey={({ row }) => row}
      />
      {onChangeRows && report.errors.length > 0 ? (
        <CorrectRows
          kind={kind}
          columns={columns.errors}
          report={report}
          onChangeRows={onChangeRows}
          saveButton={saveButton}
        />
      ) : (
        <Errors columns={columns.errors} report={report} action={saveButton} />
      )}
      <LimitedTable
        title={reportTexts.notes(report.notes.length)}
        rows={report.notes}
        total={report.notes.length}
        columns={columns.errors}
        rowKey={({ row, column, message }) => `${row} ${column} ${message}`}
      />
      <LimitedTable
        title={reportTexts.createdRows(report.created)}
        rows={createdRows}
        total={report.created}
        columns={columns.creations}
        rowKey={({ row }) => row}
      />
    </>
  );
}

function createColumns(kind: ImportKind, onChangeRows?: (changes: RowChanges) => void) {
  const labels = new Map(listImportColumns(kind).map(({ name, label }) => [name, label]));
  const findLabel = (name: string): string => labels.get(name) ?? name;
  const row = { id: 'row', header: reportTexts.row, align: 'end' } as const;
  const name: Column<RowChange> = {
    id: 'name',
    header: reportTexts.name,
    isCardTitle: true,
    cell: (change) =>
      change.label === '' ? change.name : <TwoLines secondLine={change.name}>{change.label}</TwoLines>,
  };
  const creations: Column<RowChange>[] = [
    { ...row, cell: (change) => change.row },
    name,
    {
      id: 'fields',
      header: reportTexts.values,
      cell: ({ fields }) => (
        <ul className={styles.values}>
          {fields.map(({ field, after }) => (
            <li key={field}>
              <span className={styles.label}>{findLabel(field)}</span> <span translate="no">{after}</span>
            </li>
          ))}
        </ul>
      ),
    },
  ];
  const changes: Column<RowChange>[] = [
    { ...row, cell: (change) => change.row },
    name,
    {
      id: 'fields',
      header: reportTexts.changes,
      cell: ({ fields }) => (
        <ul className={styles.fields}>
          {fields.map(({ field, before, after }) => (
            <li key={field}>
              <span className={styles.label}>{findLabel(field)}</span> <span>{before || reportTexts.empty}</span>{' '}
              <span aria-label={reportTexts.becomes}>→</span> <strong>{after || reportTexts.empty}</strong>
            </li>
          ))}
        </ul>
      ),
    },
  ];
  if (onChangeRows) changes.push(createLeaveOutColumn(onChangeRows));
  const errors: Column<RowError>[] = [
    { ...row, cell: (error) => error.row },
    {
      id: 'column',
      header: reportTexts.column,
      cell: ({ column }) => (column === null ? reportTexts.wholeRow : findLabel(column)),
    },
    { id: 'message', header: reportTexts.problem, isCardTitle: true, cell: ({ message }) => message },
  ];
  return { changes, creations, errors };
}

/** A button for each changed record that checks the file again without its row. */
const createLeaveOutColumn = (onChangeRows: (changes: RowChanges) => void): Column<RowChange> => ({
  id: 'leaveOut',
  header: '',
  align: 'end',
  cell: ({ row, label, name }) => (
    <Button variant="quiet" onClick={() => onChangeRows(new Map([[row, null]]))}>
      <span>{reportTexts.leaveOut}</span>
      <VisuallyHidden>{` ${label || name}`}</VisuallyHidden>
    </Button>
  ),
});

/** Saves the rows with errors as a file, with the reasons. The corrected file can be imported. */
function SaveFaultyRows({ kind, fileName, report, header }: ReportDetailsProps) {
  if (report.faultyRows.length === 0) return null;
  return (
    <Button
      icon={<FileDown aria-hidden="true" />}
      onClick={() =>
        saveCsv(reportTexts.faultyFile(fileName.replace(/\.\w+$/, '')), createFaultyRowsText(kind, report, header))
      }
    >
      {reportTexts.saveFaulty(report.faultyRows.length)}
    </Button>
  );
}

/** Writes the rows with errors. The reasons are the first column, because a row can have more cells than the header. */
function createFaultyRowsText(
  kind: ImportKind,
  { columns, errors, faultyRows }: Pick<Report, 'columns' | 'errors' | 'faultyRows'>,
  header: readonly string[] = columns,
): string {
  const labels = new Map(listImportColumns(kind).map(({ name, label }) => [name, label]));
  const describeError = ({ column, message }: RowError): string =>
    column === null ? message : `${labels.get(column) ?? column}: ${message}`;
  const lines = faultyRows.map(({ row, cells }) => [
    errors
      .filter((error) => error.row === row)
      .map(describeError)
      .join(' '),
    ...cells,
  ]);
  return [[problemColumn, ...header], ...lines].map((cells) => writeCsvLine(cells, usualSeparator())).join('');
}
