import { useNavigate } from '@tanstack/react-router';
import { isProblem } from '#portal/api/api-problem.ts';
import { noteWriting as texts } from '#portal/texts/note-writing.ts';
import { formatMoment, formatDay } from '#portal/messages/times.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';
import { ErrorSummary, listWrongFields } from '#portal/ui/forms/error-summary.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { SaveBar } from '#portal/ui/forms/save-bar.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { UnsavedGuard } from '#portal/ui/forms/unsaved-guard.tsx';
import { useSubmitKey } from '#portal/ui/forms/form.tsx';
import { noteFields } from './note-values.ts';
import styles from '../published/release-notes.module.css';
import { useNoteForm } from './use-note-form.ts';
import { useDeferredValue, useState } from 'react';
import { releaseNotes } from '#portal/texts/release-notes.ts';
import { readCalendarDay } from '#portal/ui/pickers/calendar-day.ts';
import { Markdown } from '#portal/ui/markdown/markdown.tsx';
import type { NoteValues } from '../release-notes.queries.ts';
import { StaleNotice } from '#portal/session/editing/stale-notice.tsx';
import { releaseNoteStatuses, type ReleaseNote } from '@basics/contract/release-notes/release-notes.ts';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { ChoiceGroup } from '#portal/ui/fields/choice-group.tsx';
import { DateField } from '#portal/ui/pickers/date-field.tsx';
import { TextArea, TextField } from '#portal/ui/fields/form-field.tsx';

type NoteFormProps = {
  /** The note to edit; null for a new note. */
  note: ReleaseNote | null;
  /** The path of the page that Cancel opens. */
  cancelPath: string;
};

/** The form to edit a note, with a preview beside it. Ctrl+Enter saves. */
export function NoteForm({ note, cancelPath }: NoteFormProps) {
  const navigate = useNavigate();
  const toasts = useToasts();
  const formRef = useSubmitKey();
  const tellSaved = (savedNote: ReleaseNote): void => {
    const isNewlyPublished = savedNote.status === 'published' && note?.status !== 'published';
    toasts.done(isNewlyPublished ? texts.form.published(savedNote.title) : texts.form.saved(savedNote.title));
  };
  const { form, values, storedDraft, problem, isBusy, save, discard, loadNewest, isDirty } = useNoteForm(
    note,
    async (savedNote) => {
      tellSaved(savedNote);
      await navigate({ to: `/admin/release-notes/${savedNote.releaseId}` });
    },
  );
  const { errors } = form.formState;
  const submitForm = form.handleSubmit((typedValues) => save(typedValues));
  return (
    <>
      <form className={styles.sides} noValidate ref={formRef} onSubmit={(event) => void submitForm(event)}>
        <div className={styles.page}>
          {storedDraft && <RestoredNotice at={storedDraft.at} onDiscard={discard} />}
          <ErrorSummary errors={listWrongFields(noteFields, errors)} onChoose={(name) => form.setFocus(name)} />
          <Card title={texts.form.note}>
            <NoteFieldset form={form} />
          </Card>
          <SaveBar submit={texts.form.save} busy={isBusy} back={cancelPath} isNew={note === null} isChanged={isDirty()}>
            {isProblem(problem, 'STALE') && <StaleNote key={problem.requestId} onReload={loadNewest} />}
            {problem && !isProblem(problem, 'STALE') && <ProblemNotice problem={problem} title={texts.form.failed} />}
          </SaveBar>
        </div>
        <NotePreview values={values} />
      </form>
      <UnsavedGuard
        isDirty={isDirty}
        save={form.handleSubmit((typedValues) => save(typedValues, async (savedNote) => tellSaved(savedNote)))}
      />
    </>
  );
}

const RestoredNotice = ({ at, onDiscard }: { at: string; onDiscard: () => void }) => (
  <Notice tone="info" title={texts.kept.title} actions={<Button onClick={onDiscard}>{texts.kept.discard}</Button>}>
    <p>{texts.kept.text(formatMoment(at))}</p>
  </Notice>
);

/** Shows a preview of a note, slightly delayed so that typing stays fast. */
function NotePreview({ values: { title, version, releaseDate, description } }: { values: NoteValues }) {
  const deferredText = useDeferredValue(description);
  const releaseDay = readCalendarDay(releaseDate);
  return (
    <div className={styles.preview}>
      <Card title={texts.form.preview}>
        <div className={styles.noteHead}>
          <h3>{title || <span className={styles.muted}>{texts.form.noTitle}</span>}</h3>
          <p className={styles.meta}>
            {version && <span>{releaseNotes.version(version)}</span>}
            {releaseDay !== undefined && <time dateTime={releaseDay}>{formatDay(releaseDay)}</time>}
          </p>
        </div>
        {deferredText.trim() === '' ? (
          <p className={styles.muted}>{texts.form.nothing}</p>
        ) : (
          <Markdown text={deferredText} level={4} />
        )}
      </Card>
    </div>
  );
}

/** Says that another user has changed the note, with a button that loads the latest version and keeps the typed values. */
function StaleNote({ onReload }: { onReload: () => Promise<void> }) {
  const [isLoaded, setLoaded] = useState(false);
  if (isLoaded) {
    return (
      <Notice tone="info">
        <output>{texts.stale.loaded}</output>
      </Notice>
    );
  }
  return (
    <StaleNotice
      {...texts.stale}
      onReload={async () => {
        await onReload();
        setLoaded(true);
      }}
    />
  );
}

const statuses = releaseNoteStatuses.map((value) => ({ value, label: texts.statuses[value] }));

/** The fields of a note. */
function NoteFieldset({ form: { register, control, formState } }: { form: UseFormReturn<NoteValues> }) {
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
