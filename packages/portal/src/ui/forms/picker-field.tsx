import { useId, useState } from 'react';
import type { ComponentProps } from 'react';
import { FormField } from './form-field.tsx';
import type { FieldProps } from './form-field.tsx';
import { useAfterPress } from '#portal/ui/layout/use-after-press.ts';

type Option = { value: string; label: string };

type PickerFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'id' | 'className' | 'children' | 'value' | 'onChange' | 'list'> & {
    /** The options; empty while they are loading. Meanwhile the field is disabled, unless `disabled` is given. */
    options: readonly Option[];
    value: string;
    onChange: (value: string) => void;
    /** The error when the text matches no option. */
    unknownError: string;
  };

/**
 * Chooses one of many options: type a part of its name or choose a suggestion of the browser (`datalist`). When the field loses the
 * focus, a text that matches only one option is completed. A text that matches none gives the empty value.
 */
export function PickerField(props: PickerFieldProps) {
  const { label, hint, error, optional, options, value, onChange, onBlur, onKeyDown, unknownError, ...input } = props;
  const { disabled = options.length === 0 } = input;
  const listId = useId();
  const afterPress = useAfterPress();
  /** The text while it is typed; null shows the chosen option. */
  const [typedText, setTyped] = useState<string | null>(null);
  const [isUnknown, setUnknown] = useState(false);
  const shownText = typedText ?? options.find((option) => option.value === value)?.label ?? '';

  function change(newText: string): void {
    setTyped(newText);
    setUnknown(false);
    const chosenValue = findOptionByName(options, newText)?.value ?? '';
    if (chosenValue !== value) onChange(chosenValue);
  }

  /** The error to show. While the user is typing, a missing option is not an error yet. */
  const problem = value === '' && shownText.trim() !== '' ? undefined : error;

  function completeText(): void {
    const matchingOption = findMatchingOption(options, shownText);
    if (matchingOption) change(matchingOption.label);
    else afterPress(() => setUnknown(shownText.trim() !== ''));
  }

  return (
    <FormField label={label} hint={hint} error={isUnknown ? unknownError : problem} optional={optional ?? false}>
      {(control) => (
        <>
          <input
            type="text"
            spellCheck={false}
            {...input}
            {...control}
            list={listId}
            value={shownText}
            disabled={disabled}
            onChange={({ currentTarget }) => change(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') completeText(); // The form is submitted with the option that the text matches.
              onKeyDown?.(event);
            }}
            onBlur={(event) => {
              completeText();
              onBlur?.(event);
            }}
          />
          <datalist id={listId}>
            {options.map((option) => (
              <option key={option.value}>{option.label}</option>
            ))}
          </datalist>
        </>
      )}
    </FormField>
  );
}

/** Removes case and accents from a text for comparisons: `cote d'ivoire` finds Côte d'Ivoire. */
const foldText = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim().toLowerCase();

const findOptionByName = (options: readonly Option[], text: string): Option | undefined =>
  options.find(({ label }) => foldText(label) === foldText(text));

/** Finds the option with this name, else the only option that begins with the text, else the only option that contains it. */
function findMatchingOption(options: readonly Option[], text: string): Option | undefined {
  const foldedText = foldText(text);
  if (foldedText === '') return undefined;
  const optionWithName = findOptionByName(options, text);
  if (optionWithName) return optionWithName;
  const optionsBeginning = options.filter(({ label }) => foldText(label).startsWith(foldedText));
  const optionsContaining = options.filter(({ label }) => foldText(label).includes(foldedText));
  const matches = optionsBeginning.length > 0 ? optionsBeginning : optionsContaining;
  return matches.length === 1 ? matches[0] : undefined;
}
