import { Fragment, useState, type ReactNode, type PointerEvent } from 'react';
import { lists as texts } from '#portal/texts/lists.ts';
import { ui } from '#portal/texts/ui.ts';
import { joinClasses, AnnouncedText, VisuallyHidden, type Elements } from '#portal/ui/layout/layout.tsx';
import styles from './data-table.module.css';
import { animateLeavingRows } from './leaving-rows.ts';
import { LoadFailed } from '#portal/ui/feedback/notice.tsx';
import { Skeleton } from '#portal/ui/feedback/loading.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { useNavigate, Link } from '@tanstack/react-router';
import { Select } from '#portal/ui/fields/form-field.tsx';
import { ArrowDown, ArrowUp } from 'lucide-react';

export type Column<Row> = {
  id: string;
  /** The heading as text; empty for a column of buttons. */
  header: string;
  /** The element that is shown as the heading instead of the text, such as the checkbox that selects all rows of the page. */
  heading?: Elements;
  cell: (row: Row) => ReactNode;
  /** Makes the heading a link that sorts by this column's id. */
  sortable?: boolean;
  align?: 'end';
  /** On a narrow window each row is a card; this column is the title of the card. */
  isCardTitle?: boolean;
  /** The value is at the end of the line of the card's title, without its heading, such as a state. */
  isBesideCardTitle?: boolean;
  /** The values are clear without their heading, so the card does not show the heading next to them. */
  needsNoHeading?: boolean;
  /** Whether the column is in the corner of the card. */
  isInCorner?: boolean;
  /** Whether the column is shown only in the table, and not in cards. */
  isOnlyInTable?: boolean;
  /** Whether each row has the value of the filter with this id, so that a filtered list does not show the column. */
  repeatsFilter?: boolean;
};

export type DataTableProps<Row> = {
  /** The accessible name of the table, which says what the rows are. */
  label: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  /** The rows of the page; absent while they are loading. */
  rows: readonly Row[] | undefined;
  /** The reason why the rows could not be loaded. Rows that are already on the screen stay visible. */
  problem?: { message: string; requestId?: string | null } | null;
  onRetry: () => void;
  /** Whether the rows belong to the previous query. The rows of the previous query stay on the screen, dimmed. */
  stale?: boolean;
  /** Shown when the list is empty without any search or filter. */
  empty: Elements;
  /** Shown when nothing matches the search or the filters; absent for a list without search and filters. */
  noResult?: Elements;
  sort?: Sort;
  isDimmed?: (row: Row) => boolean;
  /** Renders details of a row that are wider than its cells. The details are shown below the row, across the whole table. */
  renderBelow?: (row: Row) => Elements;
  /** The number of rows on all pages, in words. The text is shown only above cards. */
  countText?: string | undefined;
  /** The number of rows of the skeleton: the number of rows that will probably be loaded. */
  expectedRows?: number;
};

/** A table with its states: loading, failed with a retry, empty, no result, rows. Below 576 px rows are cards. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, problem, onRetry, empty, noResult } = props;
  if (!rows && problem)
    return <LoadFailed title={problem.message} onRetry={onRetry} requestId={problem.requestId ?? null} />;
  if (!rows) return <LoadingTable {...props} />;
  if (rows.length === 0) return noResult ?? empty;
  return <TableWithRows {...props} rows={rows} />;
}

function TableWithRows<Row>({ rows, ...props }: DataTableProps<Row> & { rows: readonly Row[] }) {
  const { label, columns, rowKey, stale = false, isDimmed, renderBelow } = props;
  return (
    <div className={joinClasses(styles.frame, styles.cards)} ref={observeOverflow}>
      <AboveCards {...props} />
      <table
        className={joinClasses(styles.table, stale && styles.stale)}
        aria-label={label}
        aria-busy={stale}
        onPointerOver={showCutText}
      >
        <TableHead {...props} />
        <tbody ref={animateLeavingRows}>
          {rows.map((row) => (
            <Fragment key={rowKey(row)}>
              <tr className={isDimmed?.(row) ? styles.dimmed : undefined}>
                {columns.map((column) => (
                  <td key={column.id} data-label={column.header} className={createCellClass(column)}>
                    <div>{column.cell(row)}</div>
                  </td>
                ))}
              </tr>
              <RowBelow width={columns.length}>{renderBelow?.(row)}</RowBelow>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * The number of rows, and the controls for sorting and selecting, above cards, which have no column headings. The checkboxes of the cards
 * appear after a press on “Select”, so that they do not take the place under the thumb.
 */
function AboveCards<Row>({ columns, sort, countText }: Pick<DataTableProps<Row>, 'columns' | 'sort' | 'countText'>) {
  const [isSelecting, setSelecting] = useState(false);
  const selectAll = columns.find(({ heading }) => heading)?.heading;
  const sortableColumns = sort ? columns.filter((column) => column.sortable) : [];
  if (!selectAll && sortableColumns.length === 0 && countText === undefined) return null;
  return (
    <div className={styles.aboveCards} data-count={countText}>
      {sort && sortableColumns.length > 0 && <SortSelect columns={sortableColumns} sort={sort} />}
      {isSelecting && (
        <label className={styles.wholePage}>
          {selectAll}
          <span aria-hidden>{texts.selectAllShort}</span>
        </label>
      )}
      {selectAll && (
        <Button variant="quiet" onClick={() => setSelecting(!isSelecting)}>
          {isSelecting ? texts.done : texts.selectRows}
        </Button>
      )}
    </div>
  );
}

function RowBelow({ width, children }: { width: number; children: Elements }) {
  if (children === undefined || children === null || children === false) return null;
  return (
    <tr className={styles.details}>
      <td colSpan={width} data-label="">
        {children}
      </td>
    </tr>
  );
}

function TableHead<Row>({ columns, sort }: Pick<DataTableProps<Row>, 'columns' | 'sort'>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column.id} scope="col" className={createCellClass(column)} aria-sort={findAriaSort(column, sort)}>
            <ColumnHeading column={column} sort={sort} />
          </th>
        ))}
      </tr>
    </thead>
  );
}

function ColumnHeading<Row>({ column, sort }: { column: Column<Row>; sort: Sort | undefined }) {
  if (column.heading !== undefined) return <SortableHeading label={texts.selection}>{column.heading}</SortableHeading>;
  if (column.header === '') return <VisuallyHidden>{texts.actions}</VisuallyHidden>;
  if (!sort || !column.sortable) return <span>{column.header}</span>;
  return (
    <SortableHeading label={column.header}>
      <SortLink column={column.id} header={column.header} sort={sort} />
    </SortableHeading>
  );
}

/**
 * A heading with a control, for example a link that sorts. In a narrow window, where the headings are hidden, the heading is plain text, so
 * that no invisible control takes the focus (WCAG 2.4.7).
 */
const SortableHeading = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <span className={styles.control}>{children}</span>
    <span className={styles.label}>{label}</span>
  </>
);

function LoadingTable<Row>({ columns, expectedRows = 5 }: DataTableProps<Row>) {
  return (
    <div className={joinClasses(styles.frame, styles.cards)}>
      <AnnouncedText>{ui.loading}</AnnouncedText>
      <table className={styles.table} aria-hidden="true">
        <TableHead columns={columns.map(removeControls)} />
        <tbody>
          {Array.from({ length: expectedRows }, (_, row) => (
            <tr key={row}>
              {columns.map((column) => (
                <td key={column.id} data-label={column.header} className={createCellClass(column)}>
                  <Skeleton width={column.isCardTitle ? '70%' : '55%'} height="1.25em" />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Removes the controls from the heading of a column, for a table that is still loading. */
const removeControls = <Row,>(column: Column<Row>): Column<Row> => ({
  ...column,
  sortable: false,
  ...(column.heading !== undefined && { heading: '' }),
});

/**
 * A ref callback that marks the frame while its table is wider than the frame. A marked frame can take the focus if it contains no control,
 * so that the user can scroll the table with the keyboard.
 */
function observeOverflow(tableFrame: HTMLElement | null): (() => void) | undefined {
  if (tableFrame === null) return undefined;
  const observer = new ResizeObserver(() => {
    const isWide = tableFrame.scrollWidth > tableFrame.clientWidth;
    tableFrame.toggleAttribute('data-wide', isWide);
    if (isWide && tableFrame.querySelector('a, button, input, select') === null) tableFrame.tabIndex = 0;
    else tableFrame.removeAttribute('tabindex');
  });
  for (const observedElement of [tableFrame, ...tableFrame.children]) observer.observe(observedElement);
  return () => observer.disconnect();
}

type CellLayout = {
  heading?: Elements;
  align?: 'end';
  isCardTitle?: boolean;
  isBesideCardTitle?: boolean;
  needsNoHeading?: boolean;
  isInCorner?: boolean;
  isOnlyInTable?: boolean;
};

const createCellClass = ({
  heading,
  align,
  isCardTitle,
  isBesideCardTitle,
  needsNoHeading,
  isInCorner,
  isOnlyInTable,
}: CellLayout): string =>
  joinClasses(
    align === 'end' && styles.end,
    isCardTitle && styles.titleCell,
    (needsNoHeading || isBesideCardTitle) && styles.unlabelled,
    isBesideCardTitle && styles.besideTitle,
    isInCorner && styles.corner,
    heading !== undefined && styles.choosing,
    isOnlyInTable && styles.onlyInTable,
  );

function findAriaSort({ id, sortable }: { id: string; sortable?: boolean }, sort: Sort | undefined) {
  const shownSort = sort?.current ?? sort?.usual;
  if (!sortable || shownSort?.field !== id) return undefined;
  return shownSort.direction === 'asc' ? 'ascending' : 'descending';
}

/** Gives the cell under the pointer its whole text as a tooltip, if a part of the text is cut off. */
function showCutText({ target }: PointerEvent): void {
  const cell = target instanceof Element ? target.closest<HTMLElement>('td > div') : null;
  if (cell === null) return;
  if ([cell, ...cell.querySelectorAll('*')].some(isTruncated)) cell.title = cell.innerText;
  else cell.removeAttribute('title');
}

const isTruncated = ({ clientWidth, clientHeight, scrollWidth, scrollHeight }: Element): boolean =>
  clientWidth > 1 && (scrollWidth > clientWidth || scrollHeight > clientHeight + 1);

type SortSelectProps = { columns: readonly { id: string; header: string }[]; sort: Sort };

const directions: readonly SortBy['direction'][] = ['asc', 'desc'];
const toValue = ({ field, direction }: SortBy): string => `${field} ${direction}`;

/** Sorts a list whose rows are cards, which have no column headings. */
function SortSelect({ columns, sort }: SortSelectProps) {
  const navigate = useNavigate();
  const sortOptions = columns.flatMap(({ id, header }) =>
    directions.map((direction) => ({
      by: { field: id, direction },
      value: toValue({ field: id, direction }),
      label: texts.sortedBy(header, direction),
    })),
  );

  const shownSort = sort.current ?? sort.usual;
  const shownValue = sortOptions.find(({ value }) => shownSort && value === toValue(shownSort))?.value;

  function applySortOption(value: string): void {
    const sortOption = sortOptions.find((candidate) => candidate.value === value);
    if (sortOption) void navigate({ to: '.', search: sort.search(sortOption.by), resetScroll: false });
  }

  return (
    <Select
      label={texts.sort}
      value={shownValue ?? ''}
      options={sortOptions}
      {...(shownValue === undefined && { placeholder: texts.usualOrder })}
      onChange={(event) => applySortOption(event.target.value)}
    />
  );
}

export type SortBy = { field: string; direction: 'asc' | 'desc' };

type Sort = {
  current: SortBy | undefined;
  /** The order of the rows while the user has chosen none. */
  usual?: SortBy | undefined;
  /** The search parameters of the page with this sort order. */
  search: (sort: SortBy) => Record<string, unknown>;
};

/**
 * A column heading as a real link. The sort order is in the URL, so that it can be shared, and the Back button restores the previous order.
 */
function SortLink({ column, header, sort }: { column: string; header: string; sort: Sort }) {
  const shownSort = sort.current ?? sort.usual;
  const isSorted = shownSort?.field === column;
  const isAscending = shownSort?.direction === 'asc';
  const Arrow = isAscending ? ArrowUp : ArrowDown;
  return (
    <Link
      to="."
      search={sort.search({ field: column, direction: isSorted && isAscending ? 'desc' : 'asc' })}
      className={styles.sort ?? ''}
      title={texts.sortBy(header)}
      resetScroll={false}
    >
      <span>{header}</span>
      {isSorted && <Arrow aria-hidden="true" />}
    </Link>
  );
}
