import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode, type ComponentProps } from 'react';
import { ui as texts } from '#portal/texts/ui.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import styles from './form-field.module.css';

export type FieldProps = {
  label: string;
  hint?: ReactNode;
  /** Shows the hint below the control, so that the control stays in line with a neighbour without a hint. */
  isHintBelow?: boolean;
  /** The error of the field; absent when there is none. */
  error?: string | undefined;
  /** Adds "(optional)" to the label; a field without `optional` is required. */
  optional?: boolean;
};

/** The attributes that connect a control to its label, hint and error. */
export type ControlAttributes = {
  id: string;
  className: string | undefined;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
};

/** Label, control, hint and error of a field. Screen readers read the hint and the error with the control. */
export function FormField(props: FieldProps & { children: (control: ControlAttributes) => Elements }) {
  const { label, hint, isHintBelow = false, error, optional = false, children } = props;
  const { id, descriptionIds } = useFieldDescription(props);
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        <span>{label}</span> {optional && <span className={styles.optional}>{texts.optional}</span>}
      </label>
      {!isHintBelow && <FieldHint fieldId={id} hint={hint} />}
      {children({
        id,
        className: styles.control,
        'aria-describedby': descriptionIds,
        'aria-invalid': error !== undefined,
      })}
      {isHintBelow && <FieldHint fieldId={id} hint={hint} />}
      <FieldError fieldId={id} error={error} />
    </div>
  );
}

/** The id of a field, and the ids of its hint and its error for `aria-describedby`. */
export function useFieldDescription({ hint, error }: Pick<FieldProps, 'hint' | 'error'>) {
  const id = useId();
  const descriptionIds = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  return { id, descriptionIds: descriptionIds.join(' ') || undefined };
}

export const FieldHint = ({ fieldId, hint }: { fieldId: string; hint: ReactNode }) =>
  hint !== undefined && (
    <p className={styles.hint} id={`${fieldId}-hint`}>
      {hint}
    </p>
  );

export const FieldError = ({ fieldId, error }: { fieldId: string; error: string | undefined }) =>
  error !== undefined && (
    <p className={styles.error} id={`${fieldId}-error`}>
      <CircleAlert aria-hidden="true" />
      <span>{error}</span>
    </p>
  );

type FieldButtonProps = Omit<ComponentProps<'button'>, 'className' | 'title'> & { label: string };

/** An icon button at the end of a text field, inside its border. The container of the button has `position: relative`. */
export const FieldButton = ({ label, ...button }: FieldButtonProps) => (
  <button type="button" {...button} className={styles.button} title={label} aria-label={label} />
);

/** An error that concerns several fields, in the style of the error of one field. */
export const ErrorText = ({ children }: { children: string }) => (
  <p role="alert" className={styles.error}>
    <CircleAlert aria-hidden="true" />
    <span>{children}</span>
  </p>
);

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className' | 'children'>;

/** A field for one line of text. The field accepts the properties that `register` of React Hook Form returns. */
export const TextField = ({ label, hint, error, optional, ...input }: TextFieldProps) => (
  <FormField label={label} hint={hint} error={error} optional={optional ?? false}>
    {(control) => <input type="text" {...input} {...control} />}
  </FormField>
);

/**
 * A field for an e-mail address. Its type is `text`: in a field of the type `email`, browsers replace a domain with other letters than ASCII
 * by its form `xn--…`, which the page would show to the user. Like browsers do for that type, the field drops spaces around the address.
 */
export const EmailField = ({ onChange, ...field }: TextFieldProps) => (
  <TextField
    inputMode="email"
    autoCapitalize="none"
    spellCheck={false}
    {...field}
    onChange={(event) => {
      const { value } = event.currentTarget;
      if (value !== value.trim()) event.currentTarget.value = value.trim();
      onChange?.(event);
    }}
  />
);

type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'children'>;

/** A field for several lines of text, for example a comment or a reason, which are equally high everywhere. The field accepts the properties that `register` of React Hook Form returns. */
export const TextArea = ({ label, hint, error, optional, ...area }: TextAreaProps) => (
  <FormField label={label} hint={hint} error={error} optional={optional ?? false}>
    {(control) => <textarea rows={3} {...area} {...control} />}
  </FormField>
);

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
