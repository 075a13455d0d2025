import { limits } from '@basics/contract/calls/limits.ts';
import type { KeyboardEvent } from 'react';
import { policies as texts } from '#portal/texts/policies.ts';
import { Select, TextField } from '#portal/ui/fields/form-field.tsx';
import styles from './policies.module.css';
import type { PolicyEditor } from './use-policy-editor.ts';

/** The id of the form. The fields are in different table cells, so each field refers to its form by this id. */
export const formId = 'policy';

const createEscapeHandler = ({ close }: PolicyEditor) => ({
  form: formId,
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  },
});

const unitOptions = [
  { value: 'months', label: texts.months },
  { value: 'days', label: texts.days },
];

export function TermField({ editor }: { editor: PolicyEditor }) {
  const { register, formState, getValues } = editor.form;
  const unit = getValues('unit');
  return (
    <div className={styles.term}>
      <TextField
        {...register('term')}
        {...createEscapeHandler(editor)}
        type="number"
        min={1}
        max={limits.policy[unit]}
        label={texts.term}
        error={formState.errors.term?.message}
      />
      <Select
        {...register('unit', { deps: 'term' })}
        {...createEscapeHandler(editor)}
        label={texts.unit}
        options={unitOptions}
      />
    </div>
  );
}

export const SeatsField = ({ editor }: { editor: PolicyEditor }) => (
  <div className={styles.count}>
    <TextField
      {...editor.form.register('seats')}
      {...createEscapeHandler(editor)}
      type="number"
      min={1}
      max={limits.policy.seats}
      label={texts.seats}
      error={editor.form.formState.errors.seats?.message}
    />
  </div>
);

export const MovesField = ({ editor }: { editor: PolicyEditor }) => (
  <div className={styles.count}>
    <TextField
      {...editor.form.register('moves')}
      {...createEscapeHandler(editor)}
      type="number"
      min={0}
      max={limits.policy.moves}
      label={texts.moves}
      error={editor.form.formState.errors.moves?.message}
    />
  </div>
);

export const RenewalDaysField = ({ editor }: { editor: PolicyEditor }) => (
  <TextField
    {...editor.form.register('renewalDays')}
    {...createEscapeHandler(editor)}
    type="number"
    min={limits.licence.renewalOpensDays}
    max={limits.policy.renewalDays}
    label={texts.renewalDays}
    hint={texts.renewalDaysHint(limits.licence.renewalOpensDays)}
    error={editor.form.formState.errors.renewalDays?.message}
  />
);
