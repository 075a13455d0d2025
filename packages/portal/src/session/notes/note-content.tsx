import { useMutation } from '@tanstack/react-query';
import { Check, Pencil, Pin, PinOff, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { interfaceTimings } from '@basics/contract/calls/limits.ts';
import type { Note } from '@basics/contract/users/notes.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { failureAsToast } from '#portal/api/query-client.ts';
import { formatDay, formatShortMoment } from '#portal/messages/times.ts';
import { notes as texts } from '#portal/texts/notes.ts';
import { Button, IconButton } from '#portal/ui/buttons/button.tsx';
import { Form, useSubmitKey } from '#portal/ui/forms/form.tsx';
import { Markdown } from '#portal/ui/markdown/markdown.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { isNoteComplete, NoteFields, toNoteBody, toNoteValues } from './note-fields.tsx';
import { changeNote, removeNote, type NoteChange, type RecordSubject } from './notes.queries.ts';
import styles from './notes.module.css';

/** Returns the title of a note in a timeline: what it is, and for a follow-up its day and its person. */
export function describeNote({ day, assignee, doneAt, doneBy, isPinned }: Note, today: string): string {
  if (day === null) return isPinned ? texts.pinned : texts.kinds.note;
  if (doneAt !== null) return texts.doneTitle(doneBy ?? '');
  const formatTitle = day < today ? texts.overdue : texts.followUp;
  return formatTitle(formatDay(day), assignee?.name ?? '');
}

/** Returns who wrote a note and when, and when it was edited. */
export const describeAuthor = ({ by, createdAt, editedAt }: Note): string =>
  [
    texts.written(by, formatShortMoment(createdAt)),
    ...(editedAt === null ? [] : [texts.edited(formatShortMoment(editedAt))]),
  ].join(' · ');

type NoteContentProps = {
  subject: RecordSubject;
  note: Note;
  /** Called when the note was changed. */
  onChanged: () => void;
};

/** The text of a note with its actions: done, pin, edit and delete. */
export function NoteContent({ subject, note, onChanged }: NoteContentProps) {
  const [isEditing, setEditing] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const toasts = useToasts();
  const { mutate, isPending } = useMutation({
    mutationFn: (change: NoteChange) => changeNote(subject, note.noteId, change),
    onSuccess: (_, { isDone }) => {
      if (isDone) toasts.undoable(texts.doneToast, interfaceTimings.toastMs, () => mutate({ isDone: false }));
      onChanged();
    },
    meta: failureAsToast,
  });
  function remove(): void {
    setLeaving(true);
    const runRemoval = async (): Promise<void> => {
      try {
        await removeNote(subject, note.noteId);
      } catch (error) {
        if (!(error instanceof ApiProblem)) throw error;
        toasts.problem(error.message);
        setLeaving(false);
      }
      onChanged();
    };
    toasts.later(texts.removed, runRemoval, () => setLeaving(false));
  }
  if (isLeaving) return null;
  if (isEditing) return <NoteEditor {...{ subject, note, onChanged }} onClose={() => setEditing(false)} />;
  return (
    <div className={styles.note}>
      <Markdown text={note.text} level={3} />
      <NoteActions {...{ note, isPending }} onChange={mutate} onEdit={() => setEditing(true)} onRemove={remove} />
    </div>
  );
}

type NoteActionsProps = {
  note: Note;
  isPending: boolean;
  onChange: (change: NoteChange) => void;
  onEdit: () => void;
  onRemove: () => void;
};

/** The buttons of a note. Everybody closes follow-ups and pins notes; the author and administrators also edit and delete. */
function NoteActions({ note, isPending, onChange, onEdit, onRemove }: NoteActionsProps) {
  const excerpt = note.text.trim().slice(0, 40);
  return (
    <div className={styles.actions}>
      {note.day !== null && (
        <Button
          busy={isPending}
          icon={note.doneAt === null ? <Check aria-hidden="true" /> : <RotateCcw aria-hidden="true" />}
          aria-label={texts.ofNote(note.doneAt === null ? texts.done : texts.reopen, excerpt)}
          otherLabel={note.doneAt === null ? texts.reopen : texts.done}
          onClick={() => onChange({ isDone: note.doneAt === null })}
        >
          {note.doneAt === null ? texts.done : texts.reopen}
        </Button>
      )}
      {note.day === null && (
        <IconButton
          label={texts.ofNote(note.isPinned ? texts.unpin : texts.pin, excerpt)}
          icon={note.isPinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}
          onClick={() => onChange({ isPinned: !note.isPinned })}
        />
      )}
      {note.canEdit && (
        <>
          <IconButton label={texts.ofNote(texts.edit, excerpt)} icon={<Pencil aria-hidden="true" />} onClick={onEdit} />
          <IconButton
            label={texts.ofNote(texts.remove, excerpt)}
            icon={<Trash2 aria-hidden="true" />}
            onClick={onRemove}
          />
        </>
      )}
    </div>
  );
}

/** Edits a note in its place. Ctrl+Enter saves it. A change of someone else in the meantime is not overwritten. */
function NoteEditor({ subject, note, onChanged, onClose }: NoteContentProps & { onClose: () => void }) {
  const formRef = useSubmitKey();
  const [values, setValues] = useState(() => toNoteValues(note));
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => changeNote(subject, note.noteId, { ...toNoteBody(values), version: note.version }),
    onSuccess: () => {
      onClose();
      onChanged();
    },
  });
  return (
    <Form ref={formRef} className={styles.editor} onSubmit={() => isNoteComplete(values) && !isPending && mutate()}>
      <NoteFields
        subject={subject}
        values={values}
        onChange={(change) => setValues({ ...values, ...change })}
        problem={error instanceof ApiProblem ? error : null}
      />
      <div className={styles.foot}>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button type="submit" busy={isPending} disabled={!isNoteComplete(values)}>
          {texts.save[values.kind]}
        </Button>
      </div>
    </Form>
  );
}
