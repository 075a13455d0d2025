import { releaseNoteStatuses } from '@basics/contract/release-notes.ts';
import { Controller } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { noteWriting as texts } from '#portal/texts/note-writing.ts';
import { ChoiceGroup } from '#portal/ui/forms/choice-group.tsx';
import { DateField } from '#portal/ui/forms/date-field.tsx';
import { TextArea } from '#portal/ui/forms/text-area.tsx';
import { TextField } from '#portal/ui/forms/text-field.tsx';
import styles from './release-notes.module.css';
import type { NoteValues } from './release-notes.queries.ts';

const statuses = releaseNoteStatuses.map((value) => ({ value, label: texts.statuses[value] }));

/** The fields of a note. */
export function NoteFieldset({ form: { register, control, formState } }: { form: UseFormReturn<NoteValues> }) {
  const { errors } = formState;
  return (
    <div className={styles.fields}>
      <TextField {...register('title')} label={texts.form.title} error={errors.title?.message} />
      <div className={styles.pair}>
        <TextField {...register('version')} label={texts.form.version} error={errors.version?.message} />
        <Controller
          name="releaseDate"
          control={control}
          render={({ field, fieldState }) => (
            <DateField {...field} label={texts.form.releaseDate} error={fieldState.error?.message} />
          )}
        />
      </div>
      <Controller
        name="status"
        control={control}
        render={({ field, fieldState }) => (
          <ChoiceGroup
            ref={field.ref}
            name={field.name}
            label={texts.form.status}
            hint={texts.form.statusHint}
            options={statuses}
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
      <TextArea
        {...register('description')}
        rows={16}
        label={texts.form.description}
        hint={texts.form.descriptionHint}
        error={errors.description?.message}
      />
    </div>
  );
}
