import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus, CalendarX } from 'lucide-react';
import { useRef, useState } from 'react';
import { ApiProblem, readRequestId } from '#portal/api/api-problem.ts';
import { formatShortDay } from '#portal/messages/times.ts';
import { calendar as texts } from '#portal/texts/calendar.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { CopyButton } from '#portal/ui/content/copy-button.tsx';
import { LoadFailed } from '#portal/ui/feedback/load-failed.tsx';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { Actions } from '#portal/ui/layout/actions.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { calendarQuery, createCalendar, endCalendar } from './licenses.queries.ts';
import styles from './verify-license.module.css';

/** The signed-in user's calendar of what ends when: creates it, gives it a new address, ends it. */
export function CalendarCard() {
  const { data, error, refetch } = useQuery(calendarQuery);
  return (
    <Card title={texts.title}>
      {data ? (
        <Calendar createdAt={data.createdAt} />
      ) : error ? (
        <LoadFailed title={texts.failed} requestId={readRequestId(error)} onRetry={() => void refetch()} />
      ) : (
        <ItemsLoading words={texts.loading} />
      )}
    </Card>
  );
}

function Calendar({ createdAt }: { createdAt: string | null }) {
  const [address, setAddress] = useState<string>();
  const creating = useChange(async () => {
    setAddress(await createCalendar());
    return texts.created;
  });
  const ending = useChange(async () => {
    await endCalendar();
    setAddress(undefined);
    return texts.ended;
  });
  const problem = creating.error ?? ending.error;
  return (
    <div className={styles.stack}>
      <p>{texts.lead}</p>
      {problem instanceof ApiProblem && <ProblemNotice problem={problem} title={texts.notDone} />}
      {address === undefined ? (
        createdAt !== null && <p>{texts.since(formatShortDay(createdAt))}</p>
      ) : (
        <NewAddress address={address} />
      )}
      <Actions>
        <Button icon={<CalendarPlus aria-hidden="true" />} busy={creating.isPending} onClick={() => creating.mutate()}>
          {createdAt === null ? texts.create : texts.renew}
        </Button>
        {createdAt !== null && (
          <Button
            variant="quiet"
            icon={<CalendarX aria-hidden="true" />}
            busy={ending.isPending}
            onClick={() => ending.mutate()}
          >
            {texts.end}
          </Button>
        )}
      </Actions>
    </div>
  );
}

function NewAddress({ address }: { address: string }) {
  const shown = useRef<HTMLElement>(null);
  return (
    <>
      <p>{texts.once}</p>
      <code ref={shown} className={styles.code} aria-label={texts.address}>
        {address}
      </code>
      <div>
        <CopyButton text={address} selects={shown} label={texts.copy} />
      </div>
    </>
  );
}

/** Changes the calendar, then shows the outcome and the new state. */
function useChange(change: () => Promise<string>) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: change,
    onSuccess: (words) => {
      toasts.done(words);
      return client.invalidateQueries({ queryKey: calendarQuery.queryKey });
    },
  });
}
