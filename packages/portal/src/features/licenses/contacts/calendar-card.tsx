import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarPlus, CalendarX } from 'lucide-react';
import { useRef, useState } from 'react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { formatShortDay } from '#portal/messages/times.ts';
import { calendar as texts } from '#portal/texts/calendar.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { CopyButton } from '#portal/ui/markdown/copy-button.tsx';
import { QueryContent } from '#portal/ui/feedback/notice.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { Actions, Button } from '#portal/ui/buttons/button.tsx';
import { ItemsLoading } from '#portal/ui/lists/item-row.tsx';
import { calendarQuery, createCalendar, endCalendar } from '../licenses.queries.ts';
import { AccountPart } from './account-part.tsx';
import styles from '../verify-license.module.css';

/** Lets the signed-in user create a calendar of expiry dates, replace its address, and end it. */
export function CalendarCard() {
  const feedQuery = useQuery(calendarQuery);
  return (
    <AccountPart title={texts.title}>
      <QueryContent query={feedQuery} failedTitle={texts.failed} loading={<ItemsLoading loadingText={texts.loading} />}>
        {(feed) => <CalendarActions createdAt={feed.createdAt} />}
      </QueryContent>
    </AccountPart>
  );
}

function CalendarActions({ createdAt }: { createdAt: string | null }) {
  const [calendarAddress, setAddress] = useState<string>();
  const creation = useCalendarChange(async () => {
    setAddress(await createCalendar());
    return createdAt === null ? texts.created : texts.createdAgain;
  });
  const removal = useCalendarChange(async () => {
    await endCalendar();
    setAddress(undefined);
    return texts.ended;
  });
  const problem = creation.error ?? removal.error;
  return (
    <div className={styles.stack}>
      <p>{texts.lead}</p>
      {problem instanceof ApiProblem && <ProblemNotice problem={problem} title={texts.notDone} />}
      {calendarAddress === undefined ? (
        createdAt !== null && <p>{texts.since(formatShortDay(createdAt))}</p>
      ) : (
        <NewAddress calendarAddress={calendarAddress} />
      )}
      <Actions>
        <Button icon={<CalendarPlus aria-hidden="true" />} busy={creation.isPending} onClick={() => creation.mutate()}>
          {createdAt === null ? texts.create : texts.renew}
        </Button>
        {createdAt !== null && (
          <Button
            variant="quiet"
            icon={<CalendarX aria-hidden="true" />}
            busy={removal.isPending}
            onClick={() => removal.mutate()}
          >
            {texts.end}
          </Button>
        )}
      </Actions>
    </div>
  );
}

function NewAddress({ calendarAddress }: { calendarAddress: string }) {
  const addressElement = useRef<HTMLElement>(null);
  return (
    <>
      <p>{texts.once}</p>
      <code translate="no" ref={addressElement} className={styles.code} aria-label={texts.address}>
        {calendarAddress}
      </code>
      <div>
        <CopyButton text={calendarAddress} selects={addressElement} label={texts.copy} />
      </div>
    </>
  );
}

/** Returns a mutation that changes the calendar, shows a message and loads the new state. `changeCalendar` returns the message. */
function useCalendarChange(changeCalendar: () => Promise<string>) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: changeCalendar,
    onSuccess: (message) => {
      toasts.done(message);
      return client.invalidateQueries({ queryKey: calendarQuery.queryKey });
    },
  });
}
