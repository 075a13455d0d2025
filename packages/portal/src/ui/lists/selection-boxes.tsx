import { ui as texts } from '#portal/texts/ui.ts';
import type { Column } from './data-table.tsx';
import styles from './selection.module.css';
import { VisuallyHidden } from '#portal/ui/layout/visually-hidden.tsx';
import type { Selection } from './use-selection.ts';

type Naming<Row> = {
  selection: Selection<Row>;
  /** What a row is called, for the ear. */
  nameOf: (row: Row) => string;
  /** Rows without a box. */
  isFixed?: (row: Row) => boolean;
  /** Why they have none, for the ear. */
  whyFixed?: string;
};

/** The column of a table in which rows are ticked; the box in its heading ticks the page. */
export const selectionColumn = <Row,>({ selection, nameOf, isFixed, whyFixed }: Naming<Row>): Column<Row> => ({
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
