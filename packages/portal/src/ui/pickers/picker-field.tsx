import { useId } from 'react';
import type { ComponentProps, KeyboardEvent } from 'react';
import { forms as texts } from '#portal/texts/forms.ts';
import { FormField } from '../fields/form-field.tsx';
import type { FieldProps } from '../fields/form-field.tsx';
import { PickerList } from './picker-list.tsx';
import { usePicker } from './use-picker.ts';
import type { OptionSearch, PickerValues } from './use-picker.ts';

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
  const { label, hint, error, optional, unknownError, ...rest } = props;
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
    <FormField label={label} hint={hint} error={shownError} optional={optional ?? false}>
      {(control) => (
        <>
          <input
            type="text"
            spellCheck={false}
            autoComplete="off"
            data-arrow={search ? undefined : ''}
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
