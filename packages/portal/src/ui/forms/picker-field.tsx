import { useId, useState } from 'react';
import type { ComponentProps } from 'react';
import { FormField } from './form-field.tsx';
import type { FieldProps } from './form-field.tsx';
import { useAfterPress } from '#portal/ui/layout/use-after-press.ts';

type Option = { value: string; label: string };

type PickerFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'id' | 'className' | 'children' | 'value' | 'onChange' | 'list'> & {
    /** None as long as they are being fetched: until then nothing can be typed, unless `disabled` says otherwise. */
    options: readonly Option[];
    value: string;
    onChange: (value: string) => void;
    /** Said when the text is none of the options. */
    unknown: string;
  };

/**
 * One of many: type a part of it and take the platform's suggestion, on a phone as on a desk. The text is completed on leaving when
 * it can mean one option only; what means none gives the empty value.
 */
export function PickerField(props: PickerFieldProps) {
  const { label, hint, error, optional, options, value, onChange, onBlur, onKeyDown, unknown, ...input } = props;
  const { disabled = options.length === 0 } = input;
  const list = useId();
  const afterPress = useAfterPress();
  /** What is being typed; null shows the option that is chosen. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isUnknown, setUnknown] = useState(false);
  const text = typed ?? options.find((option) => option.value === value)?.label ?? '';

  function take(next: string): void {
    setTyped(next);
    setUnknown(false);
    const chosen = optionNamed(options, next)?.value ?? '';
    if (chosen !== value) onChange(chosen);
  }

  /** What is not there yet is not asked for while it is being typed. */
  const problem = value === '' && text.trim() !== '' ? undefined : error;

  function leave(): void {
    const meant = optionMeant(options, text);
    if (meant) take(meant.label);
    else afterPress(() => setUnknown(text.trim() !== ''));
  }

  return (
    <FormField label={label} hint={hint} error={isUnknown ? unknown : problem} optional={optional ?? false}>
      {(control) => (
        <>
          <input
            type="text"
            spellCheck={false}
            {...input}
            {...control}
            list={list}
            value={text}
            disabled={disabled}
            onChange={({ currentTarget }) => take(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') leave(); // The form is sent with what the text means.
              onKeyDown?.(event);
            }}
            onBlur={(event) => {
              leave();
              onBlur?.(event);
            }}
          />
          <datalist id={list}>
            {options.map((option) => (
              <option key={option.value}>{option.label}</option>
            ))}
          </datalist>
        </>
      )}
    </FormField>
  );
}

/** Case and accents do not count: `cote d'ivoire` is found. */
const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim().toLowerCase();

const optionNamed = (options: readonly Option[], text: string): Option | undefined =>
  options.find(({ label }) => folded(label) === folded(text));

/** The option of this name, or the only one that begins so, or that holds it. */
function optionMeant(options: readonly Option[], text: string): Option | undefined {
  const part = folded(text);
  if (part === '') return undefined;
  const named = optionNamed(options, text);
  if (named) return named;
  const beginning = options.filter(({ label }) => folded(label).startsWith(part));
  const holding = options.filter(({ label }) => folded(label).includes(part));
  const found = beginning.length > 0 ? beginning : holding;
  return found.length === 1 ? found[0] : undefined;
}
