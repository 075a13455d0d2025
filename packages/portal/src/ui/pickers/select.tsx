import type { ComponentProps } from 'react';
import { FormField } from '../fields/form-field.tsx';
import type { FieldProps } from '../fields/form-field.tsx';

type SelectProps = FieldProps &
  Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'> & {
    options: readonly { value: string; label: string }[];
    /** The label of an additional first option with an empty value; without `placeholder`, the list has no empty option. */
    placeholder?: string;
  };

/** The browser's own select element, for a short list of options. */
export const Select = ({ label, hint, error, optional, options, placeholder, ...select }: SelectProps) => (
  <FormField label={label} hint={hint} error={error} optional={optional ?? false}>
    {(control) => (
      <select {...select} {...control}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </FormField>
);
