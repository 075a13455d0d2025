import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { ui as texts } from '#portal/texts/ui.ts';
import styles from './form-field.module.css';
import type { Elements } from '#portal/ui/layout/elements.ts';

export type FieldProps = {
  label: string;
  hint?: ReactNode;
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
  const { label, hint, error, optional = false, children } = props;
  const { id, descriptionIds } = useFieldDescription(props);
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        <span>{label}</span> {optional && <span className={styles.optional}>{texts.optional}</span>}
      </label>
      <FieldHint fieldId={id} hint={hint} />
      {children({
        id,
        className: styles.control,
        'aria-describedby': descriptionIds,
        'aria-invalid': error !== undefined,
      })}
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
