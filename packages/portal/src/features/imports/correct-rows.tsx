import { listImportColumns } from '@basics/contract/imports/import-columns.ts';
import type { ImportKind, ImportReport, RowError } from '@basics/contract/imports/imports.ts';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { imports as texts } from '#portal/texts/imports.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { LimitedTable } from '#portal/ui/lists/limited-table.tsx';
import type { Column } from '#portal/ui/tables/data-table.tsx';
import styles from './imports.module.css';
import type { RowChanges } from './read-table.ts';

const reportTexts = texts.report;
type Faults = Pick<ImportReport, 'columns' | 'errors' | 'faultyRows'>;
type ErrorsProps = { columns: readonly Column<RowError>[]; report: Faults; action: Elements };

/** Lists the errors of a file in the order of its rows. */
export const Errors = ({ columns, report: { errors }, action }: ErrorsProps) => (
  <LimitedTable
    title={reportTexts.errors(errors.length)}
    rows={errors.toSorted((first, second) => first.row - second.row)}
    total={errors.length}
    columns={columns}
    rowKey={({ row, column, message }) => `${row} ${column} ${message}`}
    action={action}
  />
);

type CorrectRowsProps = {
  kind: ImportKind;
  columns: readonly Column<RowError>[];
  report: Faults;
  onChangeRows: (changes: RowChanges) => void;
  saveButton: Elements;
};

/** Lists the errors of a file with a field for each wrong cell. A button checks the file again with the corrected cells. */
export function CorrectRows({ kind, columns, report, onChangeRows, saveButton }: CorrectRowsProps) {
  /** The cells of the corrected rows. */
  const [corrections, setCorrections] = useState<RowChanges>(new Map());
  const valueColumn = createValueColumn(kind, report, { corrections, onCorrect: setCorrections });
  return (
    <Errors
      columns={[...columns, valueColumn]}
      report={report}
      action={
        <span className={styles.choose}>
          {corrections.size > 0 && (
            <Button variant="primary" icon={<RefreshCw aria-hidden="true" />} onClick={() => onChangeRows(corrections)}>
              {reportTexts.checkAgain(corrections.size)}
            </Button>
          )}
          {saveButton}
        </span>
      }
    />
  );
}

type Corrections = { corrections: RowChanges; onCorrect: (corrections: RowChanges) => void };

/** A field for the cell of each error. A row with too many or too few cells has none that belongs to the column. */
const createValueColumn = (
  kind: ImportKind,
  { columns, faultyRows }: Faults,
  { corrections, onCorrect }: Corrections,
): Column<RowError> => ({
  id: 'value',
  header: reportTexts.value,
  cell: ({ row, column }) => {
    const index = column === null ? -1 : columns.indexOf(column);
    const cells = corrections.get(row) ?? faultyRows.find((faultyRow) => faultyRow.row === row)?.cells ?? [];
    if (index === -1 || cells.length !== columns.length) return '';
    return (
      <input
        className={styles.correction}
        aria-label={reportTexts.correct(findLabel(kind, column ?? ''), row)}
        translate="no"
        value={cells[index]}
        onChange={({ currentTarget }) =>
          onCorrect(new Map(corrections).set(row, cells.with(index, currentTarget.value)))
        }
      />
    );
  },
});

const findLabel = (kind: ImportKind, column: string): string =>
  listImportColumns(kind).find(({ name }) => name === column)?.label ?? column;
