import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { HelpRequest } from '@basics/contract/help-requests/help-requests.ts';
import { limits } from '@basics/contract/calls/limits.ts';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { formatAgo, formatMoment } from '#portal/messages/times.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { StatusBadge } from '#portal/ui/content/facts.tsx';
import { Card, VisuallyHidden } from '#portal/ui/layout/layout.tsx';
import { Disclosure } from '#portal/ui/layout/disclosure.tsx';
import { QueryFailed } from '#portal/ui/feedback/notice.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { ownRequestsPageSize } from './ask-for-help.tsx';
import { invalidateHelpRequests, createHelpRequestsQuery, withdrawHelp } from './help-requests.queries.ts';
import { formatPc, HelpStateBadge } from './help-format.tsx';
import styles from './help-requests.module.css';

/**
 * Lists the help requests of the signed-in user with their answers, in a part that is closed if all are old; or only those that are open or
 * were answered lately. Renders nothing if there is no such help request.
 */
export function OwnHelpRequests({ isOnlyNew = false }: { isOnlyNew?: boolean }) {
  const { userId } = useUser();
  const [pageSize, setPageSize] = useState(ownRequestsPageSize);
  const [now] = useState(Date.now);
  const helpRequestsQuery = useQuery(createHelpRequestsQuery(userId, pageSize));
  const { data, error } = helpRequestsQuery;
  if (error && !data) return !isOnlyNew && <QueryFailed query={helpRequestsQuery} title={texts.own.failed} />;
  const items = (data?.items ?? []).filter((helpRequest) => !isOnlyNew || isNew(helpRequest, now));
  if (items.length === 0) return null;
  const list = (
    <ul className={styles.own}>
      {items.map((helpRequest) => (
        <HelpRequestItem key={helpRequest.helpRequestId} helpRequest={helpRequest} now={now} />
      ))}
    </ul>
  );
  if (isOnlyNew) return <Card title={texts.own.title}>{list}</Card>;
  return (
    <Card>
      <Disclosure label={texts.own.title} startsOpen={items.some((helpRequest) => isNew(helpRequest, now))}>
        {() => (
          <>
            {list}
            {(data?.total ?? 0) > items.length && pageSize < limits.page.max && (
              <Button
                variant="quiet"
                onClick={() => setPageSize(Math.min(limits.page.max, pageSize + ownRequestsPageSize))}
              >
                {texts.own.more}
              </Button>
            )}
          </>
        )}
      </Disclosure>
    </Card>
  );
}

/** For this time, an answer is shown whole, also on Home; an older one is a line that can be opened. */
const newAnswerMs = 7 * 86_400_000;

/** Whether a help request waits for an answer or for its user, or was answered lately. */
const isNew = ({ state, closed }: HelpRequest, now: number): boolean =>
  closed === null || state === 'granted' || (state !== 'withdrawn' && now - Date.parse(closed.at) < newAnswerMs);

function HelpRequestItem({ helpRequest, now }: { helpRequest: HelpRequest; now: number }) {
  const { state, askedAt, problem, comment, closed } = helpRequest;
  return (
    <li>
      <details open={isNew(helpRequest, now)}>
        <summary>
          <strong translate="no">{formatPc(helpRequest)}</strong>
          {state === 'replied' ? (
            <StatusBadge tone="ok">{texts.own.answered}</StatusBadge>
          ) : (
            <HelpStateBadge state={state} />
          )}
          <span className={styles.second}>{texts.own.asked(formatAgo((now - Date.parse(askedAt)) / 1000))}</span>
        </summary>
        {/* After an answer, the refusal is over. */}
        {state === 'open' && <p className={styles.second}>{problem.message}</p>}
        {comment !== '' && <p className={styles.said}>{comment}</p>}
        {closed && state !== 'withdrawn' && (
          <div className={styles.answer}>
            <p className={styles.second}>{texts.own.said(closed.by, formatMoment(closed.at))}</p>
            {closed.words !== '' && <p className={styles.said}>{closed.words}</p>}
            <AnswerResult helpRequest={helpRequest} />
          </div>
        )}
        {state === 'open' && <WithdrawButton helpRequest={helpRequest} />}
      </details>
    </li>
  );
}

function AnswerResult({ helpRequest: { state, verificationCode } }: { helpRequest: HelpRequest }) {
  if (state === 'granted')
    return (
      <p>
        <span>{verificationCode === '' ? texts.own.toolGranted : texts.own.granted}</span>{' '}
        <Link
          to="/license/verify"
          {...(verificationCode !== '' && { hash: `c=${encodeURIComponent(verificationCode)}` })}
        >
          {texts.own.getIt}
        </Link>
      </p>
    );
  if (state !== 'licensed') return null;
  return (
    <p>
      {texts.own.licensed} <Link to="/pcs">{texts.own.seeIt}</Link>
    </p>
  );
}

function WithdrawButton({ helpRequest }: { helpRequest: HelpRequest }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const withdrawMutation = useMutation({
    mutationFn: () => withdrawHelp(helpRequest),
    onSuccess: () => toasts.done(texts.own.takenBack),
    onSettled: () => invalidateHelpRequests(client),
  });
  return (
    <div>
      <Button
        icon={<Undo2 aria-hidden="true" />}
        busy={withdrawMutation.isPending}
        onClick={() => withdrawMutation.mutate()}
      >
        {texts.own.takeBack} <VisuallyHidden>{texts.own.aboutIt(formatPc(helpRequest))}</VisuallyHidden>
      </Button>
      {withdrawMutation.error instanceof ApiProblem && (
        <ProblemNotice problem={withdrawMutation.error} title={texts.own.takeBackFailed} />
      )}
    </div>
  );
}
