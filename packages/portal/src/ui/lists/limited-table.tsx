import { useState, type ReactNode } from 'react';
import { lists as texts } from '#portal/texts/lists.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { DataTable, type Column } from '../tables/data-table.tsx';
import styles from './lists.module.css';

/** The number of rows that each press of the button adds. */
const rowsAtOnce = 200;

type LimitedTableProps<Row> = {
  title: string;
  rows: readonly Row[];
  /** The number of rows, of which the report may have only the first ones. */
  total: number;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  action?: ReactNode;
  /** The number of rows that the table shows at first. */
  firstRows?: number;
  /** Whether the title is shown elsewhere, and is only the accessible name of the table. */
  isTitleHidden?: boolean;
};

/** A table that shows only its first rows, so that it appears at once however many rows there are. A button shows more rows. */
export function LimitedTable<Row>({ title, rows, total, columns, rowKey, ...options }: LimitedTableProps<Row>) {
  const { action, firstRows = rowsAtOnce, isTitleHidden = false } = options;
  const [shownCount, setShownCount] = useState(firstRows);
  if (rows.length === 0) return null;
  return (
    <div className={styles.table}>
      {!isTitleHidden && (
        <div className={styles.head}>
          <h3 className={styles.heading}>{title}</h3>
          <div>{action}</div>
        </div>
      )}
      <DataTable<Row>
        label={title}
        columns={columns}
        rowKey={rowKey}
        rows={rows.slice(0, shownCount)}
        onRetry={doNothing}
        empty={null}
      />
      {rows.length > shownCount ? (
        <Button variant="quiet" onClick={() => setShownCount(shownCount + rowsAtOnce)}>
          {texts.showMore(Math.min(rowsAtOnce, rows.length - shownCount), total - shownCount)}
        </Button>
      ) : (
        total > rows.length && <p className={styles.muted}>{texts.moreRows(total - rows.length)}</p>
      )}
    </div>
  );
}

const doNothing = (): void => {};
