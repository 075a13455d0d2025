import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AbsenceReply } from '@basics/contract/absences.ts';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import { formatShortDate } from '#portal/messages/times.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useSession, useUser } from '#portal/session/session-context.tsx';
import { absence as texts } from '#portal/texts/absence.ts';
import { Form } from '#portal/ui/forms/form.tsx';
import { QueryFailed } from '#portal/ui/feedback/load-failed.tsx';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { PickerField } from '#portal/ui/forms/picker-field.tsx';
import { TextField } from '#portal/ui/forms/text-field.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { Stack } from '#portal/ui/layout/stack.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { createAbsenceQuery, endAbsence, setAbsence } from './absence.queries.ts';

/** The days on which a deputy does the work of a salesman. Shown to the salesman and to administrators. */
export function AbsenceCard({ userId }: { userId: number }) {
  const query = useQuery(createAbsenceQuery(userId));
  return (
    <Card title={texts.title}>
      <Stack>
        <p>{texts.text}</p>
        {query.isPending && <ItemsLoading loadingText={texts.loading} />}
        <QueryFailed query={query} title={texts.failed} />
        {query.data && <AbsenceForm key={JSON.stringify(query.data.absence)} userId={userId} stored={query.data} />}
      </Stack>
    </Card>
  );
}

function AbsenceForm({ userId, stored: { absence, deputies } }: { userId: number; stored: AbsenceReply }) {
  const [deputyId, setDeputyId] = useState(String(absence?.deputy.userId ?? ''));
  const [from, setFrom] = useState(absence?.from ?? '');
  const [until, setUntil] = useState(absence?.until ?? '');
  const saving = useAbsenceChange(userId, () =>
    setAbsence(userId, { deputyId: Number(deputyId), from, until, namedAt: absence?.namedAt ?? null }),
  );
  const ending = useAbsenceChange(userId, () => endAbsence(userId));
  const error = saving.error ?? ending.error;
  const problem = error instanceof ApiProblem ? error : null;
  return (
    <Form onSubmit={() => saving.mutate()}>
      <Stack>
        {absence && (
          <p>{texts.current(absence.deputy.name, formatShortDate(absence.from), formatShortDate(absence.until))}</p>
        )}
        {problem && <ProblemNotice problem={problem} title={texts.notSaved} />}
        <PickerField
          label={texts.deputy}
          hint={texts.deputyHint}
          options={deputies.map((deputy) => ({ value: String(deputy.userId), label: deputy.name }))}
          value={deputyId}
          error={problem?.fields?.['deputyId']}
          onChange={setDeputyId}
          unknownError={texts.unknownDeputy}
        />
        <TextField type="date" label={texts.firstDay} value={from} onChange={({ target }) => setFrom(target.value)} />
        <TextField
          type="date"
          label={texts.lastDay}
          value={until}
          error={problem?.fields?.['until']}
          onChange={({ target }) => setUntil(target.value)}
        />
        <div>
          <Button
            type="submit"
            variant="primary"
            busy={saving.isPending}
            disabled={deputyId === '' || from === '' || until === ''}
          >
            {texts.save}
          </Button>{' '}
          {absence && (
            <Button busy={ending.isPending} onClick={() => ending.mutate()}>
              {texts.end}
            </Button>
          )}
        </div>
      </Stack>
    </Form>
  );
}

/** Changes the absence, shows its new state, and reloads the own profile, from which the banner comes. */
function useAbsenceChange(userId: number, change: () => Promise<AbsenceReply>) {
  const client = useQueryClient();
  const toasts = useToasts();
  const session = useSession();
  const isOwn = useUser().userId === userId;
  return useMutation({
    mutationFn: change,
    onSuccess: async (reply) => {
      client.setQueryData(createAbsenceQuery(userId).queryKey, reply);
      toasts.done(reply.absence ? texts.saved(reply.absence.deputy.name) : texts.ended);
      if (isOwn) await session.refresh();
    },
    onError: async (error) => {
      if (!isProblem(error, 'STALE')) return;
      // Someone else has changed the absence. The form is replaced by a form with the current values, so the message is shown as a toast.
      toasts.problem(error.message);
      await client.invalidateQueries({ queryKey: createAbsenceQuery(userId).queryKey });
    },
  });
}
