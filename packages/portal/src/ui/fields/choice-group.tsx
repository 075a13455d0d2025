import type { Ref, ComponentProps } from 'react';
import { forms as texts } from '#portal/texts/forms.ts';
import { VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import tabStyles from '#portal/ui/headings/page-tabs.module.css';
import styles from './choice-group.module.css';
import { FieldError, FieldHint, useFieldDescription, type FieldProps } from './form-field.tsx';

type ChoiceGroupProps<Value extends string> = Omit<FieldProps, 'optional'> & {
  name: string;
  /** Whether the options choose what is shown below, and look like tabs. Only screen readers get the label. */
  isTabs?: boolean;
  options: readonly { value: Value; label: string }[];
  /** The chosen option; null while nothing is chosen. */
  value: Value | null;
  onChange: (value: Value) => void;
  /** A reference to the first option, with which a form moves the focus to it. */
  ref?: Ref<HTMLInputElement>;
};

/** A group of radio buttons side by side. */
export function ChoiceGroup<Value extends string>(props: ChoiceGroupProps<Value>) {
  const { label, isTabs = false, hint, error, name, options, value, onChange, ref } = props;
  const { id, descriptionIds } = useFieldDescription(props);
  return (
    <fieldset className={styles.group} data-invalid={error !== undefined} aria-describedby={descriptionIds}>
      <legend>{isTabs ? <VisuallyHidden>{label}</VisuallyHidden> : label}</legend>
      <FieldHint fieldId={id} hint={hint} />
      <div className={isTabs ? styles.tabs : styles.choices}>
        {options.map((option, index) => (
          <label key={option.value} className={isTabs ? tabStyles.tab : styles.choice}>
            <input
              ref={index === 0 ? ref : undefined}
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      <FieldError fieldId={id} error={error} />
    </fieldset>
  );
}

type YesNoFieldProps = Omit<ChoiceGroupProps<string>, 'options' | 'value' | 'onChange'> & {
  /** The chosen answer; neither option is selected while the value is missing. */
  value: boolean | null | undefined;
  onChange: (value: boolean) => void;
};

/** The options Yes and No for a boolean. */
export const YesNoField = ({ value, onChange, ...choiceProps }: YesNoFieldProps) => (
  <ChoiceGroup
    {...choiceProps}
    options={[
      { value: 'yes', label: texts.yes },
      { value: 'no', label: texts.no },
    ]}
    value={typeof value === 'boolean' ? (value ? 'yes' : 'no') : null}
    onChange={(choice) => onChange(choice === 'yes')}
  />
);

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
