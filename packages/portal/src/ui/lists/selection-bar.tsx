import type { ReactNode } from 'react';
import { ui as texts } from '#portal/texts/ui.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import styles from './selection.module.css';

type SelectionBarProps = {
  count: number;
  onClear: () => void;
  /** Offers to select all that match, where these are more and can be taken at once. */
  all?: { total: number; onSelect: () => void; busy: boolean } | undefined;
  /** What can be done with them. */
  children: ReactNode;
};

/** How many are ticked and what can be done with them; below 576 px it sticks to the bottom of the window. */
export const SelectionBar = ({ count, onClear, all, children }: SelectionBarProps) => (
  <section className={styles.bar} aria-label={texts.selection}>
    <output>{texts.selected(count)}</output>
    {all && (
      <Button variant="quiet" busy={all.busy} onClick={all.onSelect}>
        {texts.selectAll(all.total)}
      </Button>
    )}
    <Button variant="quiet" onClick={onClear}>
      {texts.clearSelection}
    </Button>
    <div className={styles.deeds}>{children}</div>
  </section>
);
