import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Note } from '@basics/contract/users/notes.ts';
import type { ApiProblem } from '#portal/api/api-problem.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { notes as texts } from '#portal/texts/notes.ts';
import { ChoiceGroup } from '#portal/ui/fields/choice-group.tsx';
import { FieldError, Select } from '#portal/ui/fields/form-field.tsx';
import { readCalendarDay } from '#portal/ui/pickers/calendar-day.ts';
import { DateField } from '#portal/ui/pickers/date-field.tsx';
import { createAssigneesQuery, type RecordSubject } from './notes.queries.ts';
import styles from './notes.module.css';

export type NoteValues = {
  kind: 'note' | 'followUp';
  text: string;
  isPinned: boolean;
  /** The calendar day of a follow-up. `isOtherDay` is true while the day is typed and not chosen. */
  day: string;
  isOtherDay: boolean;
  /** The id of the assignee as a text; empty for the signed-in user. */
  assigneeId: string;
};

export const emptyNote: NoteValues = {
  kind: 'note',
  text: '',
  isPinned: false,
  day: '',
  isOtherDay: false,
  assigneeId: '',
};

/** Returns the values with which an existing note is edited. */
export const toNoteValues = ({ text, isPinned, day, assignee }: Note): NoteValues => ({
  kind: day === null ? 'note' : 'followUp',
  text,
  isPinned,
  day: day ?? '',
  isOtherDay: day !== null,
  assigneeId: String(assignee?.userId ?? ''),
});

/** Returns the body of a call from the entered values. */
export const toNoteBody = ({ kind, text, isPinned, day, assigneeId }: NoteValues) => ({
  text,
  isPinned,
  day: kind === 'followUp' ? (readCalendarDay(day) ?? null) : null,
  assigneeId: kind === 'followUp' && assigneeId !== '' ? Number(assigneeId) : null,
});

/** Returns whether the note can be sent: it has a text, and a follow-up also has a day. */
export const isNoteComplete = ({ kind, text, day }: NoteValues): boolean =>
  text.trim() !== '' && (kind === 'note' || readCalendarDay(day) !== undefined);

type NoteFieldsProps = {
  subject: RecordSubject;
  values: NoteValues;
  onChange: (values: Partial<NoteValues>) => void;
  problem: ApiProblem | null;
};

/** The fields of a note or a follow-up: the text, and the day and the assignee of a follow-up. */
export function NoteFields({ subject, values, onChange, problem }: NoteFieldsProps) {
  const id = useId();
  const textError = problem?.fields?.['text'];
  return (
    <>
      {problem && <ProblemNotice problem={problem} title={texts.notSaved} />}
      <textarea
        className={styles.text}
        aria-label={texts.label[values.kind]}
        aria-describedby={textError === undefined ? undefined : `${id}-error`}
        aria-invalid={textError !== undefined}
        placeholder={texts.placeholder[values.kind]}
        rows={3}
        maxLength={4000}
        value={values.text}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
      />
      <FieldError fieldId={id} error={textError} />
      {values.kind === 'followUp' && <FollowUpFields {...{ subject, values, onChange, problem }} />}
    </>
  );
}

function FollowUpFields({ subject, values: { day, isOtherDay, assigneeId }, onChange, problem }: NoteFieldsProps) {
  const id = useId();
  const { userId: ownId } = useUser();
  const [choices] = useState(() => listDayChoices(new Date()));
  const assignees = useQuery(createAssigneesQuery(subject)).data?.items ?? [];
  return (
    <div className={styles.followUp}>
      <ChoiceGroup
        label={texts.day}
        name={`${id}-day`}
        options={[...choices, { value: otherDay, label: texts.days.other }]}
        value={isOtherDay ? otherDay : day || null}
        error={isOtherDay ? undefined : problem?.fields?.['day']}
        onChange={(choice) => onChange(choice === otherDay ? { isOtherDay: true } : { isOtherDay: false, day: choice })}
      />
      {isOtherDay && (
        <DateField
          label={texts.otherDay}
          value={day}
          error={problem?.fields?.['day']}
          onChange={(text) => onChange({ day: text })}
        />
      )}
      {assignees.length > 1 && (
        <Select
          label={texts.assignee}
          error={problem?.fields?.['assigneeId']}
          options={assignees.map(({ userId: value, name }) => ({
            value: String(value),
            label: value === ownId ? texts.you : name,
          }))}
          value={assigneeId || String(ownId)}
          onChange={({ currentTarget }) => onChange({ assigneeId: currentTarget.value })}
        />
      )}
    </div>
  );
}

const otherDay = 'other';

/** Lists the days that one press chooses, in the time zone of the browser. */
function listDayChoices(now: Date): { value: string; label: string }[] {
  const { today, tomorrow, week, fortnight } = texts.days;
  const labels: [label: string, days: number][] = [
    [today, 0],
    [tomorrow, 1],
    [week, 7],
    [fortnight, 14],
  ];
  return labels.map(([label, days]) => {
    const day = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + days));
    return { value: day.toISOString().slice(0, 10), label };
  });
}
