import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import type { Ref } from 'react';
import styles from './choice-group.module.css';
import type { FieldProps } from './form-field.tsx';

type ChoiceGroupProps<Value extends string> = Omit<FieldProps, 'optional'> & {
  name: string;
  options: readonly { value: Value; label: string }[];
  /** Null while nothing is chosen. */
  value: Value | null;
  onChange: (value: Value) => void;
  /** The first option, to give it the focus. */
  ref?: Ref<HTMLInputElement>;
};

/** A group of radio buttons side by side. */
export function ChoiceGroup<Value extends string>(props: ChoiceGroupProps<Value>) {
  const { label, hint, error, name, options, value, onChange, ref } = props;
  const id = useId();
  const descriptionIds = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ');
  return (
    <fieldset
      className={styles.group}
      data-invalid={error !== undefined}
      aria-describedby={descriptionIds || undefined}
    >
      <legend>{label}</legend>
      {hint !== undefined && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className={styles.choices}>
        {options.map((option, index) => (
          <label key={option.value} className={styles.choice}>
            <input
              ref={index === 0 ? ref : undefined}
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p className={styles.error} id={`${id}-error`}>
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
