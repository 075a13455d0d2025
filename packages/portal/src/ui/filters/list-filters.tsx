import { X } from 'lucide-react';
import { Children, useId, useState } from 'react';
import { OptionalPart } from '#portal/loading/lazy-part.tsx';
import { lists as texts } from '#portal/texts/lists.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { anchoredPopover, closingPopover } from '#portal/ui/popovers/anchored-popover.ts';
import fieldStyles from '#portal/ui/fields/form-field.module.css';
import styles from './list-filters.module.css';
import { joinClasses, type Elements } from '#portal/ui/layout/layout.tsx';

/** An active filter, such as "Country: Italy". `renderEditor` renders the form that replaces the chip while the filter is changed. */
export type Chip = {
  id: string;
  text: string;
  onRemove: () => void;
  /** Whether a field of the bar shows this filter, so that it needs no chip. */
  isInBar?: boolean;
  /** Whether the list has this filter of itself. It is counted, but has no chip. */
  isPreset?: boolean;
  renderEditor?: ((onClose: () => void) => Elements) | undefined;
};

type ListFiltersProps = {
  /** The saved views of the list, which are loaded later than the list. */
  views?: Elements;
  /** Whether the list had saved views when it was last shown, so that there is space for them. */
  hadViews?: boolean;
  /** The search field, which is shown before the filters, also when they are collapsed. */
  search: Elements;
  /** The fields of the filters. */
  children: Elements;
  chips: readonly Chip[];
  onClear: () => void;
  /** A filter that fits the keyword, offered below the bar. */
  suggestion?: Elements;
  /** Other actions of the list, shown at the end of the bar. */
  end?: Elements;
};

/**
 * Search and filters above a list; active filters without a field in the bar are chips below, each with a button to remove it. From 992 px on, the filters are next to
 * the search field. In a narrower window, a button opens the filters in a sheet at the bottom. The sheet is the element of the filters,
 * shown as a popover.
 */
export function ListFilters({ views, hadViews, search, children, chips, onClear, suggestion, end }: ListFiltersProps) {
  const sheetId = useId();
  const hasFields = Children.toArray(children).length > 0;
  const chosenChips = chips.filter(({ isPreset }) => !isPreset);
  const shownChips = chosenChips.filter(({ isInBar }) => !isInBar);
  return (
    <div className={styles.filters}>
      {views !== undefined && <div className={joinClasses(styles.views, hadViews && styles.reserved)}>{views}</div>}
      <div className={styles.bar}>
        {search}
        {hasFields && (
          <>
            <div className={styles.fold}>
              <Button popoverTarget={sheetId}>{texts.filters(chips.length)}</Button>
            </div>
            <fieldset
              id={sheetId}
              className={styles.fields}
              popover="auto"
              aria-label={texts.filters(0)}
              {...closingPopover}
            >
              {children}
              {chosenChips.length > 0 && shownChips.length === 0 && <ClearFilters onClear={onClear} />}
              <div className={styles.done}>
                <Button popoverTarget={sheetId} popoverTargetAction="hide">
                  {texts.done}
                </Button>
              </div>
            </fieldset>
          </>
        )}
        {end !== undefined && <div className={styles.end}>{end}</div>}
      </div>
      {shownChips.length > 0 && <FilterChips chips={shownChips} onClear={onClear} />}
      {suggestion}
    </div>
  );
}

/** One field of the bar. If its filter is set in the bar, a button beside the value removes the filter. */
export const FilterPill = ({
  children,
  set,
  onRemove,
}: {
  children: Elements;
  set?: string;
  onRemove?: () => void;
}) => (
  <div className={joinClasses(styles.pill, set !== undefined && styles.set)}>
    {children}
    {set !== undefined && (
      <button
        type="button"
        className={styles.remove}
        aria-label={texts.removeFilter(set)}
        onClick={({ currentTarget }) => {
          // The button disappears, so the field gets the focus.
          currentTarget.parentElement?.querySelector<HTMLElement>('select, input')?.focus();
          onRemove?.();
        }}
      >
        <X aria-hidden="true" />
      </button>
    )}
  </div>
);

/** The fields that choose what a page without a list shows, in the style of the filters of a list. They are visible in a narrow window too. */
export const FilterRow = ({ children }: { children: Elements }) => <div className={styles.row}>{children}</div>;

/**
 * The fields of a range of days. A button opens the fields next to the button; in the sheet of a narrow window the fields are always
 * visible. The fields are loaded after the list.
 */
export function DaysPanel({ label, children }: { label: string; children: Elements }) {
  const panelId = useId();
  return (
    <>
      <div className={styles.daysButton}>
        <button type="button" className={fieldStyles.control} data-arrow="" popoverTarget={panelId}>
          <span>{label}</span>
        </button>
      </div>
      <fieldset id={panelId} className={styles.days} popover="auto" aria-label={label} {...anchoredPopover}>
        <OptionalPart>{children}</OptionalPart>
      </fieldset>
    </>
  );
}

function FilterChips({ chips, onClear }: Pick<ListFiltersProps, 'chips' | 'onClear'>) {
  // The chip that is edited, or was edited last: its button gets the focus back.
  const [edited, setEdited] = useState({ id: '', isOpen: false });
  return (
    <div className={styles.chips}>
      <ul aria-label={texts.activeFilters}>
        {chips.map((chip) => (
          <li key={chip.id}>
            {(edited.isOpen &&
              chip.id === edited.id &&
              chip.renderEditor?.(() => setEdited({ ...edited, isOpen: false }))) || (
              <FilterChip
                chip={chip}
                hasFocus={chip.id === edited.id}
                onEdit={() => setEdited({ id: chip.id, isOpen: true })}
              />
            )}
          </li>
        ))}
      </ul>
      <ClearFilters onClear={onClear} />
    </div>
  );
}

const ClearFilters = ({ onClear }: Pick<ListFiltersProps, 'onClear'>) => (
  <Button variant="quiet" onClick={onClear}>
    {texts.clearFilters}
  </Button>
);

type FilterChipProps = { chip: Chip; hasFocus: boolean; onEdit: () => void };

const focusButton = (button: HTMLButtonElement | null): void => button?.focus();

/** A chip; one with an editor has a button for its text too. */
const FilterChip = ({ chip: { text, onRemove, renderEditor }, hasFocus, onEdit }: FilterChipProps) =>
  renderEditor ? (
    <span className={styles.chip}>
      <button
        ref={hasFocus ? focusButton : undefined}
        type="button"
        aria-label={texts.changeFilter(text)}
        onClick={onEdit}
      >
        {text}
      </button>
      <button type="button" aria-label={texts.removeFilter(text)} onClick={onRemove}>
        <X aria-hidden="true" />
      </button>
    </span>
  ) : (
    <button type="button" className={styles.chip} aria-label={texts.removeFilter(text)} onClick={onRemove}>
      <span>{text}</span>
      <X aria-hidden="true" />
    </button>
  );
