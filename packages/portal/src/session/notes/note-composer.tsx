import { useMutation } from '@tanstack/react-query';
import { CircleCheck, PenLine, Pin } from 'lucide-react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { formatDay } from '#portal/messages/times.ts';
import { useValuesDraft } from '#portal/session/drafts/use-draft.ts';
import { forms } from '#portal/texts/forms.ts';
import { notes as texts } from '#portal/texts/notes.ts';
import { Button, IconButton } from '#portal/ui/buttons/button.tsx';
import { Form, useSubmitKey } from '#portal/ui/forms/form.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { emptyNote, isNoteComplete, NoteFields, toNoteBody } from './note-fields.tsx';
import { writeNote, type RecordSubject } from './notes.queries.ts';
import styles from './notes.module.css';

const kinds = [
  { kind: 'note', Icon: PenLine },
  { kind: 'followUp', Icon: CircleCheck },
] as const;
type NoteKind = (typeof kinds)[number]['kind'];

type NoteComposerProps = {
  subject: RecordSubject;
  /** Called when a note was saved, to load what shows it. */
  onSaved: () => void;
};

/** Writes a note or a follow-up. Ctrl+Enter saves it. The text is kept when the page is left. */
export function NoteComposer({ subject, onSaved }: NoteComposerProps) {
  const formRef = useSubmitKey();
  const toasts = useToasts();
  const { values, change } = useValuesDraft(
    'userId' in subject ? `note ${subject.userId}` : `note company ${subject.companyId}`,
    emptyNote,
  );
  const { kind, isPinned } = values;
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => writeNote(subject, toNoteBody(values)),
    onSuccess: ({ day }) => {
      change({ ...emptyNote, kind });
      toasts.done(day === null ? texts.saved.note : texts.saved.followUp(formatDay(day)));
      onSaved();
    },
  });
  return (
    <section aria-label={texts.region}>
      <Form ref={formRef} className={styles.composer} onSubmit={() => isNoteComplete(values) && !isPending && mutate()}>
        <KindChoice kind={kind} onChoose={(choice) => change({ kind: choice })} />
        <NoteFields
          subject={subject}
          values={values}
          onChange={change}
          problem={error instanceof ApiProblem ? error : null}
        />
        <div className={styles.foot}>
          {kind === 'note' && (
            <IconButton
              label={texts.pin}
              aria-pressed={isPinned}
              icon={<Pin aria-hidden="true" />}
              onClick={() => change({ isPinned: !isPinned })}
            />
          )}
          <Button type="submit" busy={isPending} disabled={!isNoteComplete(values)} title={forms.submitShortcut}>
            {texts.save[kind]}
          </Button>
        </div>
      </Form>
    </section>
  );
}

type KindChoiceProps = { kind: NoteKind; onChoose: (kind: NoteKind) => void };

const KindChoice = ({ kind, onChoose }: KindChoiceProps) => (
  <div className={styles.kinds}>
    {kinds.map(({ kind: choice, Icon }) => (
      <Button
        key={choice}
        variant="quiet"
        aria-pressed={kind === choice}
        icon={<Icon aria-hidden="true" />}
        onClick={() => onChoose(choice)}
      >
        {texts.kinds[choice]}
      </Button>
    ))}
  </div>
);
