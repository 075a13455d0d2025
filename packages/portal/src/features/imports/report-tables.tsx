import type { RowChange, RowError } from '@basics/contract/imports.ts';
import { imports as texts } from '#portal/texts/imports.ts';
import { DataTable } from '#portal/ui/lists/data-table.tsx';
import type { Column } from '#portal/ui/lists/data-table.tsx';
import styles from './imports.module.css';

const reportTexts = texts.report;

/** The largest number of rows that a table shows. */
const maxRows = 200;

const doNothing = (): void => {};

/** Lists the errors by row and column, in the order of the file. */
export const ErrorsTable = ({ errors }: { errors: readonly RowError[] }) => (
  <div>
    <h3 className={styles.heading}>{reportTexts.errors(errors.length)}</h3>
    <DataTable<RowError>
      label={reportTexts.errors(errors.length)}
      columns={errorColumns}
      rowKey={({ row, column, message }) => `${row} ${column} ${message}`}
      rows={errors.toSorted((firstError, secondError) => firstError.row - secondError.row).slice(0, maxRows)}
      onRetry={doNothing}
      empty={null}
    />
    {errors.length > maxRows && <p className={styles.muted}>{reportTexts.moreErrors(errors.length - maxRows)}</p>}
  </div>
);

const errorColumns: readonly Column<RowError>[] = [
  { id: 'row', header: reportTexts.row, align: 'end', cell: ({ row }) => row },
  { id: 'column', header: reportTexts.column, cell: ({ column }) => column ?? reportTexts.wholeRow },
  { id: 'message', header: reportTexts.problem, isCardTitle: true, cell: ({ message }) => message },
];

/** Lists the rows that are created or changed, field by field. */
export const ChangesTable = ({ changes, total }: { changes: readonly RowChange[]; total: number }) => (
  <div>
    <h3 className={styles.heading}>{reportTexts.changes}</h3>
    <DataTable<RowChange>
      label={reportTexts.changes}
      columns={changeColumns}
      rowKey={({ row }) => row}
      rows={changes.slice(0, maxRows)}
      onRetry={doNothing}
      empty={null}
    />
    {total > maxRows && <p className={styles.muted}>{reportTexts.more(total - Math.min(maxRows, changes.length))}</p>}
  </div>
);

const changeColumns: readonly Column<RowChange>[] = [
  { id: 'row', header: reportTexts.row, align: 'end', cell: ({ row }) => row },
  { id: 'name', header: reportTexts.name, isCardTitle: true, cell: ({ name }) => name },
  { id: 'outcome', header: reportTexts.outcome, cell: ({ outcome }) => reportTexts.outcomes[outcome] },
  {
    id: 'fields',
    header: reportTexts.fields,
    cell: ({ fields }) => (
      <ul className={styles.fields}>
        {fields.map(({ field, before, after }) => (
          <li key={field}>{reportTexts.change(field, before || reportTexts.empty, after || reportTexts.empty)}</li>
        ))}
      </ul>
    ),
  },
];
