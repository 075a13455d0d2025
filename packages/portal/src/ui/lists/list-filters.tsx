import { SlidersHorizontal, X } from 'lucide-react';
import { Children, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { lists as texts } from '#portal/texts/lists.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { joinClasses } from '#portal/ui/layout/classes.ts';
import styles from './list-filters.module.css';

/** An active filter, such as "Country: Italy". */
export type Chip = { id: string; text: string; onRemove: () => void };

type ListFiltersProps = {
  /** The search field, which is shown before the filters, also when they are collapsed. */
  search: ReactNode;
  /** The fields of the filters. */
  children: ReactNode;
  chips: readonly Chip[];
  onClear: () => void;
  /** Other actions of the list, shown at the end of the bar. */
  end?: ReactNode;
};

/** Search and filters above a list; active filters are chips below, each with a button to remove it. Below 576 px the filters collapse. */
export function ListFilters({ search, children, chips, onClear, end }: ListFiltersProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const hasFields = Children.toArray(children).length > 0;
  return (
    <div className={styles.filters}>
      <div className={styles.bar}>
        {search}
        {hasFields && (
          <>
            <div className={styles.fold}>
              <Button
                icon={<SlidersHorizontal aria-hidden="true" />}
                aria-expanded={isOpen}
                aria-controls={id}
                onClick={() => setOpen(!isOpen)}
              >
                {texts.filters(chips.length)}
              </Button>
            </div>
            <div id={id} className={joinClasses(styles.fields, isOpen && styles.open)}>
              {children}
            </div>
          </>
        )}
        {end !== undefined && <div className={styles.end}>{end}</div>}
      </div>
      {chips.length > 0 && <FilterChips chips={chips} onClear={onClear} />}
    </div>
  );
}

const FilterChips = ({ chips, onClear }: Pick<ListFiltersProps, 'chips' | 'onClear'>) => (
  <div className={styles.chips}>
    <ul aria-label={texts.activeFilters}>
      {chips.map(({ id, text, onRemove }) => (
        <li key={id}>
          <button type="button" className={styles.chip} aria-label={texts.removeFilter(text)} onClick={onRemove}>
            {text}
            <X aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
    <Button variant="quiet" onClick={onClear}>
      {texts.clearFilters}
    </Button>
  </div>
);
