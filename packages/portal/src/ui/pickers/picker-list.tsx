import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { joinClasses } from '#portal/ui/layout/classes.ts';
import { positionAtAnchor } from '#portal/ui/popovers/anchor-position.ts';
import popoverStyles from '#portal/ui/popovers/popover.module.css';
import type { PickerOption } from './matching-options.ts';
import styles from './picker-field.module.css';

type PickerListProps = {
  /** The id of the list. The id of an entry is the id of the list, a hyphen and the index of the entry. */
  id: string;
  label: string;
  /** The id of the text field. */
  fieldId: string;
  isOpen: boolean;
  options: readonly PickerOption[];
  activeIndex: number;
  onChoose: (index: number) => void;
  /** The label of the last entry, which loads more options. */
  moreLabel: string | undefined;
  status: string;
};

/** The list below or above the text field of a picker. The list is in the top layer, so that neither a table nor a dialog cuts it off. */
export function PickerList({
  id,
  label,
  options,
  activeIndex,
  onChoose,
  moreLabel,
  status,
  ...panel
}: PickerListProps) {
  const panelRef = useAnchoredPanel(panel);
  const entries: readonly PickerOption[] =
    moreLabel === undefined ? options : [...options, { value: '', label: moreLabel }];
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- A press must not move the focus away from the text field.
    <div
      ref={panelRef}
      className={joinClasses(popoverStyles.panel, styles.panel)}
      popover="manual"
      onMouseDown={(event) => event.preventDefault()}
    >
      {panel.isOpen && entries.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- HTML has no element for a list that a text field controls.
        <div id={id} role="listbox" aria-label={label}>
          {entries.map((entry, index) => (
            <Entry
              key={entry.value}
              id={`${id}-${index}`}
              isActive={index === activeIndex}
              onChoose={() => onChoose(index)}
            >
              <span>{entry.label}</span>
              {entry.detail !== undefined && <span className={styles.detail}>{entry.detail}</span>}
            </Entry>
          ))}
        </div>
      )}
      <output className={styles.status}>{panel.isOpen && status}</output>
    </div>
  );
}

type EntryProps = { id: string; isActive: boolean; onChoose: () => void; children: ReactNode };

/** The keyboard focus stays in the text field, which names the active entry with `aria-activedescendant`. */
const Entry = ({ id, isActive, onChoose, children }: EntryProps) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The text field handles the keys.
  <div
    id={id}
    role="option" // oxlint-disable-line jsx-a11y/prefer-tag-over-role -- The same reason as for the list.
    aria-selected={isActive}
    tabIndex={-1}
    className={styles.entry}
    ref={isActive ? scrollToEntry : undefined}
    onClick={onChoose}
  >
    {children}
  </div>
);

const scrollToEntry = (entry: HTMLElement | null): void => entry?.scrollIntoView({ block: 'nearest' });

/** Shows the panel next to its field while the list is open, and moves the panel when its size or the position of the field changes. */
function useAnchoredPanel({ fieldId, isOpen }: { fieldId: string; isOpen: boolean }) {
  const ref = useRef<HTMLDivElement>(null);
  // The effect runs after each rendering, because each keystroke can change the height of the panel.
  useLayoutEffect(() => {
    const panel = ref.current;
    const field = document.getElementById(fieldId);
    if (!isOpen || panel === null || field === null) return panel?.hidePopover();
    const moveToField = (): void => {
      panel.style.inlineSize = `${field.offsetWidth}px`;
      positionAtAnchor(panel, field);
    };
    panel.showPopover();
    moveToField();
    const stopController = new AbortController();
    addEventListener('scroll', moveToField, { capture: true, passive: true, signal: stopController.signal });
    addEventListener('resize', moveToField, { signal: stopController.signal });
    visualViewport?.addEventListener('resize', moveToField, { signal: stopController.signal });
    return () => stopController.abort();
  });
  return ref;
}
