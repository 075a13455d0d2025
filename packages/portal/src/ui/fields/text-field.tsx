import type { ComponentProps } from 'react';
import { FormField } from './form-field.tsx';
import type { FieldProps } from './form-field.tsx';

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className' | 'children'>;

/** A field for one line of text. The field accepts the properties that `register` of React Hook Form returns. */
export const TextField = ({ label, hint, error, optional, ...input }: TextFieldProps) => (
  <FormField label={label} hint={hint} error={error} optional={optional ?? false}>
    {(control) => <input type="text" {...input} {...control} />}
  </FormField>
);
