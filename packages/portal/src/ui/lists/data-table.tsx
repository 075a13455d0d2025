import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { ui as texts } from '#portal/texts/ui.ts';
import { classes } from '#portal/ui/layout/classes.ts';
import styles from './data-table.module.css';
import { LoadFailed } from '#portal/ui/feedback/load-failed.tsx';
import { Skeleton } from '#portal/ui/feedback/skeleton.tsx';
import { SortLink } from './sort-link.tsx';
import type { Sort } from './sort-link.tsx';
import { SortSelect } from './sort-select.tsx';
import { Announced, VisuallyHidden } from '#portal/ui/layout/visually-hidden.tsx';

export type Column<Row> = {
  id: string;
  /** Empty for a column of buttons. */
  header: string;
  /** Shown as the heading instead of those words: the box that ticks the page. */
  heading?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** The heading becomes a link that sorts by this column's id. */
  sortable?: boolean;
  align?: 'end';
  /** Leads the card that a row becomes on a narrow window. */
  lead?: boolean;
  /** Stands in the corner of that card. */
  corner?: boolean;
};

export type DataTableProps<Row> = {
  /** What the rows are: the table's name. */
  label: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  /** Absent while nothing has arrived. */
  rows: readonly Row[] | undefined;
  /** Why nothing arrived. With rows on the screen they stay. */
  problem?: { message: string; requestId?: string | null } | null;
  onRetry: () => void;
  /** The rows answer an older question: they stay, dimmed. */
  stale?: boolean;
  /** There is nothing, and nothing was asked for in particular. */
  empty: ReactNode;
  /** Nothing fits the search or the filters; absent when there are none. */
  noResult?: ReactNode;
  sort?: Sort;
  isDimmed?: (row: Row) => boolean;
  /** What belongs to a row and is wider than its cells: it stands below, across the table. */
  beneath?: (row: Row) => ReactNode;
  /** Rows of the skeleton: as many as will likely come. */
  expected?: number;
};

/** A list in its written states: loading, failed with a retry, empty, no result, rows. Below 576 px rows are cards. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, problem, onRetry, empty, noResult } = props;
  if (!rows && problem)
    return <LoadFailed title={problem.message} onRetry={onRetry} requestId={problem.requestId ?? null} />;
  if (!rows) return <Loading {...props} />;
  if (rows.length === 0) return noResult ?? empty;
  return <Rows {...props} rows={rows} />;
}

function Rows<Row>({ rows, ...props }: DataTableProps<Row> & { rows: readonly Row[] }) {
  const { label, columns, rowKey, stale = false, isDimmed, beneath } = props;
  return (
    <div className={classes(styles.frame, styles.cards)}>
      <AboveCards {...props} />
      <table className={classes(styles.table, stale && styles.stale)} aria-label={label} aria-busy={stale}>
        <Head {...props} />
        <tbody>
          {rows.map((row) => (
            <Fragment key={rowKey(row)}>
              <tr className={isDimmed?.(row) ? styles.dimmed : undefined}>
                {columns.map((column) => (
                  <td key={column.id} data-label={column.header} className={cellClass(column)}>
                    <div>{column.cell(row)}</div>
                  </td>
                ))}
              </tr>
              <Beneath width={columns.length}>{beneath?.(row)}</Beneath>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What the headings of the table can do, where there are none to be seen. */
function AboveCards<Row>({ columns, sort }: Pick<DataTableProps<Row>, 'columns' | 'sort'>) {
  const ticks = columns.find(({ heading }) => heading !== undefined && heading !== '');
  const sortable = sort ? columns.filter((column) => column.sortable) : [];
  if (!ticks && sortable.length === 0) return null;
  return (
    <div className={styles.aboveCards}>
      {sort && sortable.length > 0 && <SortSelect columns={sortable} sort={sort} />}
      {ticks && (
        <label className={styles.wholePage}>
          {ticks.heading}
          <span>{texts.selectPage}</span>
        </label>
      )}
    </div>
  );
}

function Beneath({ width, children }: { width: number; children: ReactNode }) {
  if (children === undefined || children === null || children === false) return null;
  return (
    <tr className={styles.beneath}>
      <td colSpan={width} data-label="">
        {children}
      </td>
    </tr>
  );
}

function Head<Row>({ columns, sort }: Pick<DataTableProps<Row>, 'columns' | 'sort'>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column.id} scope="col" className={cellClass(column)} aria-sort={ariaSort(column, sort)}>
            <Heading column={column} sort={sort} />
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Heading<Row>({ column, sort }: { column: Column<Row>; sort: Sort | undefined }) {
  if (column.heading !== undefined) return <Control words={texts.selection}>{column.heading}</Control>;
  if (column.header === '') return <VisuallyHidden>{texts.actions}</VisuallyHidden>;
  if (!sort || !column.sortable) return column.header;
  return (
    <Control words={column.header}>
      <SortLink column={column.id} header={column.header} sort={sort} />
    </Control>
  );
}

/** A heading that can be pressed; plain words where headings are not in sight, so that nothing unseen takes the focus. */
const Control = ({ words, children }: { words: string; children: ReactNode }) => (
  <>
    <span className={styles.control}>{children}</span>
    <span className={styles.words}>{words}</span>
  </>
);

function Loading<Row>({ columns, expected = 5 }: DataTableProps<Row>) {
  return (
    <div className={classes(styles.frame, styles.cards)}>
      <Announced>{texts.loading}</Announced>
      <table className={styles.table} aria-hidden="true">
        <Head columns={columns.map(withoutControls)} />
        <tbody>
          {Array.from({ length: expected }, (_, row) => (
            <tr key={row}>
              {columns.map((column) => (
                <td key={column.id} data-label={column.header} className={cellClass(column)}>
                  <Skeleton width={column.lead ? '70%' : '55%'} height="1.25em" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The heading of a table that is not there yet: nothing in it can be pressed. */
const withoutControls = <Row,>(column: Column<Row>): Column<Row> => ({
  ...column,
  sortable: false,
  ...(column.heading !== undefined && { heading: '' }),
});

const cellClass = ({ align, lead, corner }: { align?: 'end'; lead?: boolean; corner?: boolean }): string =>
  classes(align === 'end' && styles.end, lead && styles.lead, corner && styles.corner);

function ariaSort({ id, sortable }: { id: string; sortable?: boolean }, sort: Sort | undefined) {
  if (!sort || !sortable || sort.current?.field !== id) return undefined;
  return sort.current.direction === 'asc' ? 'ascending' : 'descending';
}
