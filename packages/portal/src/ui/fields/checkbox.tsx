import type { ComponentProps } from 'react';
import styles from './checkbox.module.css';
import { useFieldDescription } from './form-field.tsx';
import type { FieldProps } from './form-field.tsx';

type CheckboxProps = Omit<FieldProps, 'optional'> & Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'>;

export function Checkbox({ label, hint, error, ...input }: CheckboxProps) {
  const { id, descriptionIds } = useFieldDescription({ hint, error });
  return (
    <div className={styles.field}>
      <input type="checkbox" {...input} id={id} aria-describedby={descriptionIds} aria-invalid={error !== undefined} />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
