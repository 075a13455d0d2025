import type { ComponentProps, KeyboardEvent } from 'react';
import { scrollIntoView } from '#portal/ui/layout/scroll-into-view.ts';
import { FormField } from './form-field.tsx';
import type { FieldProps } from './form-field.tsx';

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'children'>;

/** A field for several lines of text. The field accepts the properties that `register` of React Hook Form returns. */
export const TextArea = ({ label, hint, error, optional, ...area }: TextAreaProps) => (
  <FormField label={label} hint={hint} error={error} optional={optional ?? false}>
    {(control) => <textarea rows={4} onKeyUp={uncoverAfterTab} {...area} {...control} />}
  </FormField>
);

/** When Tab leads to a text area, browsers scroll only to the cursor, so the sticky header could cover the area (WCAG 2.4.11). */
function uncoverAfterTab({ key, currentTarget }: KeyboardEvent<HTMLTextAreaElement>): void {
  if (key === 'Tab') scrollIntoView(currentTarget);
}
