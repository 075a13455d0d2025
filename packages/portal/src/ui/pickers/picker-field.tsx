import { useId, useLayoutEffect, useRef, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react';
import { forms as texts } from '#portal/texts/forms.ts';
import { FormField, type FieldProps } from '../fields/form-field.tsx';
import { usePicker, type OptionSearch, type PickerValues, type PickerOption } from './use-picker.ts';
import { joinClasses } from '#portal/ui/layout/layout.tsx';
import { positionAtAnchor } from '#portal/ui/popovers/anchored-popover.ts';
import popoverStyles from '#portal/ui/popovers/popovers.module.css';
import styles from './pickers.module.css';

type PickerFieldProps = FieldProps &
  PickerValues &
  Omit<ComponentProps<'input'>, 'id' | 'className' | 'children' | keyof PickerValues | 'list' | 'role'> &
  (
    | {
        /** The error when the text matches no option. */
        unknownError: string;
        search?: never;
      }
    | { unknownError?: never; search: OptionSearch }
  );

/**
 * Chooses one of many options: type a part of its name, or choose it from the list (combobox pattern of the ARIA Authoring Practices). When the
 * field loses the focus, a text that matches only one option is completed. If a text matches no option, the value is empty and the field shows
 * an error. A field whose options the server searches shows the chosen option again instead, because it does not know all options. A field is
 * disabled while its options are loading, that is, while there are none.
 */
export function PickerField(props: PickerFieldProps) {
  const { label, hint, isHintBelow = false, error, optional = false, unknownError, ...rest } = props;
  const { options, value, onChange, search, onTextWithoutValue, onBlur, onKeyDown, ...input } = rest;
  const listId = useId();
  const picker = usePicker({ options, value, onChange, search, onTextWithoutValue });

  function handleKey(event: KeyboardEvent<HTMLInputElement>): void {
    const isShortcut = event.ctrlKey || event.metaKey || event.shiftKey || event.nativeEvent.isComposing;
    const keyAction = isShortcut ? undefined : picker.keyActions[event.key];
    if (keyAction) {
      event.preventDefault();
      keyAction();
      return;
    }
    if (event.key === 'Enter') picker.completeText(); // The form is submitted with the option that the text matches.
    onKeyDown?.(event);
  }

  /** While the user is typing, a missing option is not an error yet. */
  const formError = value === '' && picker.shownText.trim() !== '' ? undefined : error;
  const shownError = picker.isUnknown ? unknownError : formError;

  return (
    <FormField {...{ label, hint, isHintBelow, optional }} error={shownError}>
      {(control) => (
        <>
          <input
            type="text"
            spellCheck={false}
            autoComplete="off"
            data-arrow=""
            disabled={!search && options.length === 0}
            {...input}
            {...control}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={picker.hasEntries}
            aria-controls={picker.hasEntries ? listId : undefined}
            aria-activedescendant={picker.activeIndex < 0 ? undefined : `${listId}-${picker.activeIndex}`}
            value={picker.shownText}
            onChange={({ currentTarget }) => picker.type(currentTarget.value)}
            onClick={picker.open}
            onKeyDown={handleKey}
            onBlur={(event) => {
              picker.completeText();
              onBlur?.(event);
            }}
          />
          <PickerList
            id={listId}
            label={label}
            fieldId={control.id}
            isOpen={picker.isOpen}
            options={picker.shownOptions}
            activeIndex={picker.activeIndex}
            onChoose={picker.chooseEntry}
            moreLabel={search?.more?.label}
            status={search?.status ?? texts.optionCount(picker.shownOptions.length)}
          />
        </>
      )}
    </FormField>
  );
}

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
function PickerList({ id, label, options, activeIndex, onChoose, moreLabel, status, ...panel }: PickerListProps) {
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
