import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AbsenceReply } from '@basics/contract/users/absences.ts';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import { formatShortDate } from '#portal/messages/times.ts';
import { useValuesDraft } from '#portal/session/drafts/use-draft.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useSession, useUser } from '#portal/session/session-context.tsx';
import { absence as texts } from '#portal/texts/absence.ts';
import { Form } from '#portal/ui/forms/form.tsx';
import { QueryFailed } from '#portal/ui/feedback/notice.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { DateField } from '#portal/ui/pickers/date-field.tsx';
import { PickerField } from '#portal/ui/pickers/picker-field.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { Card, Stack } from '#portal/ui/layout/layout.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { createAbsenceQuery, endAbsence, setAbsence } from './absence.queries.ts';

/** The days on which a deputy does the work of a salesman. Shown to the salesman and to administrators. */
export function AbsenceCard({ userId }: { userId: number }) {
  const query = useQuery(createAbsenceQuery(userId));
  const [enteredValues, keepEntered] = useState<AbsenceValues>();
  const absence = query.data?.absence;
  return (
    <Card title={texts.title}>
      <Stack>
        {query.isPending && <ItemsLoading loadingText={texts.loading} />}
        <QueryFailed query={query} title={texts.failed} />
        {absence && (
          <p>{texts.current(absence.deputy.name, formatShortDate(absence.from), formatShortDate(absence.until))}</p>
        )}
        {query.data && (
          <AbsenceForm
            key={JSON.stringify(query.data.absence)}
            {...{ userId, enteredValues, keepEntered }}
            stored={query.data}
          />
        )}
      </Stack>
    </Card>
  );
}

type AbsenceValues = { deputyId: string; from: string; until: string };

type AbsenceFormProps = {
  userId: number;
  stored: AbsenceReply;
  /** The input that was not saved, because someone else had changed the absence. */
  enteredValues: AbsenceValues | undefined;
  /** Keeps the input while the changed absence is loaded, so that the form shows this input again. */
  keepEntered: (values: AbsenceValues | undefined) => void;
};

function AbsenceForm({ userId, stored: { absence, deputies }, enteredValues, keepEntered }: AbsenceFormProps) {
  // The name changes with the absence, so a draft of an older absence does not overwrite an absence that someone else has saved.
  const draftName = `absence ${userId} ${absence?.namedAt ?? 'none'}`;
  const draft = useValuesDraft(draftName, toValues(absence), enteredValues);
  const { deputyId, from, until } = draft.values;
  const leaveForm = (keptValues?: AbsenceValues): void => {
    draft.forget();
    keepEntered(keptValues);
  };
  const reactions = { onDone: () => leaveForm(), onStale: () => leaveForm(draft.values) };
  const saveMutation = useAbsenceChange(userId, reactions, () =>
    setAbsence(userId, { deputyId: Number(deputyId), from, until, namedAt: absence?.namedAt ?? null }),
  );
  const endMutation = useAbsenceChange(userId, reactions, () => endAbsence(userId));
  const error = saveMutation.error ?? endMutation.error;
  const problem = error instanceof ApiProblem ? error : null;
  const isOwn = useUser().userId === userId;
  const form = (
    <Form onSubmit={() => saveMutation.mutate()}>
      <Stack>
        <p>{isOwn ? texts.ownText : texts.text}</p>
        {problem && <ProblemNotice problem={problem} title={texts.notSaved} />}
        <PickerField
          label={texts.deputy}
          hint={texts.deputyHint}
          options={deputies.map((deputy) => ({ value: String(deputy.userId), label: deputy.name }))}
          value={deputyId}
          error={problem?.fields?.['deputyId']}
          onChange={(chosenId) => draft.change({ deputyId: chosenId })}
          unknownError={texts.unknownDeputy}
        />
        <AbsenceDays from={from} until={until} problem={problem} onChange={draft.change} />
        <div>
          <Button
            type="submit"
            variant="primary"
            busy={saveMutation.isPending}
            disabled={deputyId === '' || from === '' || until === ''}
          >
            {texts.save}
          </Button>{' '}
          {absence && (
            <Button busy={endMutation.isPending} onClick={() => endMutation.mutate()}>
              {texts.end}
            </Button>
          )}
        </div>
      </Stack>
    </Form>
  );
  if (absence) return form;
  return (
    <Disclosure label={texts.plan} startsOpen={Object.values(draft.values).some((value) => value !== '')}>
      {() => form}
    </Disclosure>
  );
}

const toValues = (absence: AbsenceReply['absence']): AbsenceValues => ({
  deputyId: String(absence?.deputy.userId ?? ''),
  from: absence?.from ?? '',
  until: absence?.until ?? '',
});

type AbsenceDaysProps = {
  from: string;
  until: string;
  problem: ApiProblem | null;
  onChange: (values: Partial<AbsenceValues>) => void;
};

const AbsenceDays = ({ from, until, problem, onChange }: AbsenceDaysProps) => (
  <>
    <DateField
      label={texts.firstDay}
      value={from}
      error={problem?.fields?.['from']}
      onChange={(text) => onChange({ from: text })}
    />
    <DateField
      label={texts.lastDay}
      value={until}
      error={problem?.fields?.['until']}
      onChange={(text) => onChange({ until: text })}
    />
  </>
);

type Reactions = { onDone: () => void; onStale: () => void };

/**
 * Changes the absence and shows the saved absence. If the salesman is the signed-in user, their account is loaded again, because the banner
 * of an absence reads it.
 */
function useAbsenceChange(userId: number, { onDone, onStale }: Reactions, change: () => Promise<AbsenceReply>) {
  const client = useQueryClient();
  const toasts = useToasts();
  const session = useSession();
  const isOwnAbsence = useUser().userId === userId;
  return useMutation({
    mutationFn: change,
    onSuccess: async (reply) => {
      onDone();
      client.setQueryData(createAbsenceQuery(userId).queryKey, reply);
      toasts.done(reply.absence ? texts.saved(reply.absence.deputy.name) : texts.ended);
      if (isOwnAbsence) await session.refresh();
    },
    onError: async (error) => {
      if (!isProblem(error, 'STALE')) return;
      // Someone else has changed the absence. A form with the changed absence replaces this form and shows the user's input. The error is a
      // toast, because this form disappears.
      onStale();
      toasts.problem(error.message);
      await client.invalidateQueries({ queryKey: createAbsenceQuery(userId).queryKey });
    },
  });
}
