import type { ReleaseNote } from '@basics/contract/release-notes.ts';
import { useNavigate } from '@tanstack/react-router';
import { isProblem } from '#portal/api/api-problem.ts';
import { noteWriting as texts } from '#portal/texts/note-writing.ts';
import { formatMoment } from '#portal/messages/times.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { ErrorSummary } from '#portal/ui/forms/error-summary.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { SaveActions } from '#portal/ui/forms/save-actions.tsx';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { UnsavedGuard } from '#portal/ui/forms/unsaved-guard.tsx';
import { useSubmitKey } from '#portal/ui/forms/use-submit-key.ts';
import { listWrongFields } from '#portal/ui/forms/wrong-fields.ts';
import { NoteFieldset } from './note-fieldset.tsx';
import { NotePreview } from './note-preview.tsx';
import { noteFields } from './note-values.ts';
import styles from './release-notes.module.css';
import { StaleNote } from './stale-note.tsx';
import { useNoteForm } from './use-note-form.ts';

type NoteFormProps = {
  /** Null for a new one. */
  note: ReleaseNote | null;
  /** The page to go back to. */
  cancel: string;
};

/** Edits a note with a preview beside it. Ctrl+Enter saves. */
export function NoteForm({ note, cancel }: NoteFormProps) {
  const navigate = useNavigate();
  const toasts = useToasts();
  const element = useSubmitKey();
  const { form, values, kept, problem, isBusy, save, discard, rebase, isDirty } = useNoteForm(note, async (saved) => {
    const isNews = saved.status === 'published' && note?.status !== 'published';
    toasts.done(isNews ? texts.form.published(saved.title) : texts.form.saved(saved.title));
    await navigate({ to: `/admin/release-notes/${saved.releaseId}` });
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit(save);
  return (
    <>
      <form className={styles.sides} noValidate ref={element} onSubmit={(event) => void submit(event)}>
        <div className={styles.page}>
          {kept && <KeptNotice at={kept.at} onDiscard={discard} />}
          <ErrorSummary errors={listWrongFields(noteFields, errors)} onChoose={(name) => form.setFocus(name)} />
          <Card title={texts.form.note}>
            <NoteFieldset form={form} />
          </Card>
          <SaveActions submit={texts.form.save} busy={isBusy} back={cancel} labels={texts.form}>
            {isProblem(problem, 'STALE') && <StaleNote key={problem.requestId} onReload={rebase} />}
            {problem && !isProblem(problem, 'STALE') && <ProblemNotice problem={problem} title={texts.form.failed} />}
          </SaveActions>
        </div>
        <NotePreview values={values} />
      </form>
      <UnsavedGuard isDirty={isDirty} />
    </>
  );
}

const KeptNotice = ({ at, onDiscard }: { at: string; onDiscard: () => void }) => (
  <Notice tone="info" title={texts.kept.title} actions={<Button onClick={onDiscard}>{texts.kept.discard}</Button>}>
    <p>{texts.kept.text(formatMoment(at))}</p>
  </Notice>
);
