import { lists as texts } from '#portal/texts/lists.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import styles from './selection.module.css';
import type { Elements } from '#portal/ui/layout/layout.tsx';

type SelectionBarProps = {
  selection: { count: number; hiddenCount: number; replace: (rows: readonly never[]) => void };
  /** Offers to select all matching rows of the list, if there are more of them than on the page. */
  all?: { total: number; onSelect: () => void; busy: boolean } | undefined;
  /** The actions on the selected rows. */
  children: Elements;
};

/** Shows how many rows are selected, and the actions on them; below 576 px it is sticky at the bottom of the window. */
export const SelectionBar = ({ selection: { count, hiddenCount, replace }, all, children }: SelectionBarProps) => (
  <section className={styles.bar} aria-label={texts.selection}>
    <output>{hiddenCount > 0 ? texts.selectedElsewhere(count, hiddenCount) : texts.selected(count)}</output>
    {all && (
      <Button variant="quiet" busy={all.busy} onClick={all.onSelect}>
        {texts.selectAll(all.total)}
      </Button>
    )}
    <Button variant="quiet" onClick={() => replace([])}>
      {texts.clearSelection}
    </Button>
    <div className={styles.actions}>{children}</div>
  </section>
);
