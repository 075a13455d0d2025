import type { RowChange, RowError } from '@basics/contract/imports.ts';
import { imports as texts } from '#portal/texts/imports.ts';
import { DataTable } from '#portal/ui/lists/data-table.tsx';
import type { Column } from '#portal/ui/lists/data-table.tsx';
import styles from './imports.module.css';

const words = texts.report;

/** The number of rows shown; a user with more errors corrects these first. */
const shown = 200;

const nothing = (): void => {};

/** Lists the errors by row and column, in the order of the file. */
export const ErrorsTable = ({ errors }: { errors: readonly RowError[] }) => (
  <div>
    <h3 className={styles.heading}>{words.errors(errors.length)}</h3>
    <DataTable<RowError>
      label={words.errors(errors.length)}
      columns={errorColumns}
      rowKey={({ row, column, message }) => `${row} ${column} ${message}`}
      rows={errors.toSorted((a, b) => a.row - b.row).slice(0, shown)}
      onRetry={nothing}
      empty={null}
    />
    {errors.length > shown && <p className={styles.muted}>{words.moreErrors(errors.length - shown)}</p>}
  </div>
);

const errorColumns: readonly Column<RowError>[] = [
  { id: 'row', header: words.row, align: 'end', cell: ({ row }) => row },
  { id: 'column', header: words.column, cell: ({ column }) => column ?? words.wholeRow },
  { id: 'message', header: words.problem, isCardTitle: true, cell: ({ message }) => message },
];

/** Lists the rows that are created or changed, field by field. */
export const ChangesTable = ({ changes, total }: { changes: readonly RowChange[]; total: number }) => (
  <div>
    <h3 className={styles.heading}>{words.changes}</h3>
    <DataTable<RowChange>
      label={words.changes}
      columns={changeColumns}
      rowKey={({ row }) => row}
      rows={changes.slice(0, shown)}
      onRetry={nothing}
      empty={null}
    />
    {total > shown && <p className={styles.muted}>{words.more(total - Math.min(shown, changes.length))}</p>}
  </div>
);

const changeColumns: readonly Column<RowChange>[] = [
  { id: 'row', header: words.row, align: 'end', cell: ({ row }) => row },
  { id: 'name', header: words.name, isCardTitle: true, cell: ({ name }) => name },
  { id: 'outcome', header: words.outcome, cell: ({ outcome }) => words.outcomes[outcome] },
  {
    id: 'fields',
    header: words.fields,
    cell: ({ fields }) => (
      <ul className={styles.fields}>
        {fields.map(({ field, before, after }) => (
          <li key={field}>{words.change(field, before || words.empty, after || words.empty)}</li>
        ))}
      </ul>
    ),
  },
];
