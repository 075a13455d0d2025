import type { ComponentProps } from 'react';
import { FormField } from './form-field.tsx';
import type { FieldProps } from './form-field.tsx';

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'children'>;

/** A field for several lines of text. The field accepts what react-hook-form's `register` returns. */
export const TextArea = ({ label, hint, error, optional, ...area }: TextAreaProps) => (
  <FormField label={label} hint={hint} error={error} optional={optional ?? false}>
    {(control) => <textarea rows={4} {...area} {...control} />}
  </FormField>
);
