import { lists as texts } from '#portal/texts/lists.ts';
import type { Column } from '../tables/data-table.tsx';
import styles from './selection.module.css';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import type { Selection } from './use-selection.ts';

type SelectionOptions<Row> = {
  selection: Omit<Selection<Row>, 'rows' | 'replace' | 'all' | 'count' | 'selectAll'>;
  /** The name of a row, for screen readers. */
  readName: (row: Row) => string;
  /** Whether a row has no checkbox. */
  isFixed?: (row: Row) => boolean;
  /** The reason why rows have no checkbox, for screen readers. */
  fixedReason?: string;
};

/** The table column with a checkbox for each row; the checkbox in its heading selects all rows of the page. */
export const createSelectionColumn = <Row,>({
  selection,
  readName,
  isFixed,
  fixedReason,
}: SelectionOptions<Row>): Column<Row> => ({
  id: 'selection',
  header: '',
  isInCorner: true,
  heading: (
    <input
      type="checkbox"
      className={styles.box}
      aria-label={texts.selectPage}
      checked={selection.isPageSelected}
      ref={(box) => {
        if (box) box.indeterminate = selection.isPagePartlySelected;
      }}
      onChange={selection.togglePage}
    />
  ),
  cell: (row) =>
    isFixed?.(row) ? (
      fixedReason !== undefined && <VisuallyHidden>{fixedReason}</VisuallyHidden>
    ) : (
      <input
        type="checkbox"
        className={styles.box}
        aria-label={texts.select(readName(row))}
        checked={selection.has(row)}
        onChange={({ nativeEvent }) =>
          selection.toggle(row, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
        }
      />
    ),
});
