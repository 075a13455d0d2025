import { lists as texts } from '#portal/texts/lists.ts';
import type { Column } from './data-table.tsx';
import styles from './selection.module.css';
import { VisuallyHidden } from '#portal/ui/layout/visually-hidden.tsx';
import type { Selection } from './use-selection.ts';

type SelectionOptions<Row> = {
  selection: Selection<Row>;
  /** The name of a row, for screen readers. */
  nameOf: (row: Row) => string;
  /** Rows without a checkbox. */
  isFixed?: (row: Row) => boolean;
  /** Why they have none, for screen readers. */
  whyFixed?: string;
};

/** The table column with a checkbox for each row; the checkbox in its heading selects all rows of the page. */
export const createSelectionColumn = <Row,>({
  selection,
  nameOf,
  isFixed,
  whyFixed,
}: SelectionOptions<Row>): Column<Row> => ({
  id: 'selection',
  header: '',
  corner: true,
  heading: (
    <input
      type="checkbox"
      className={styles.box}
      aria-label={texts.selectPage}
      checked={selection.isPageWhole}
      ref={(box) => {
        if (box) box.indeterminate = selection.isPagePart;
      }}
      onChange={selection.togglePage}
    />
  ),
  cell: (row) =>
    isFixed?.(row) ? (
      whyFixed !== undefined && <VisuallyHidden>{whyFixed}</VisuallyHidden>
    ) : (
      <input
        type="checkbox"
        className={styles.box}
        aria-label={texts.select(nameOf(row))}
        checked={selection.has(row)}
        onChange={({ nativeEvent }) =>
          selection.toggle(row, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
        }
      />
    ),
});
