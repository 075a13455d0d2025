import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { HelpRequest } from '@basics/contract/help-requests.ts';
import { limits } from '@basics/contract/limits.ts';
import { ApiProblem, readRequestId } from '#portal/api/api-problem.ts';
import { helpRequests as texts } from '#portal/texts/help-requests.ts';
import { formatAgo, formatMoment } from '#portal/messages/times.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useUser } from '#portal/session/session-context.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { Card } from '#portal/ui/layout/card.tsx';
import { LoadFailed } from '#portal/ui/feedback/load-failed.tsx';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { VisuallyHidden } from '#portal/ui/layout/visually-hidden.tsx';
import { ownPageSize } from './ask-for-help.tsx';
import { invalidateHelpRequests, createHelpRequestsQuery, withdrawHelp } from './help-requests.queries.ts';
import { formatPc, HelpStateBadge } from './help-words.tsx';
import styles from './help-requests.module.css';

/** The help requests of the signed-in user with their answers; nothing if there are none. */
export function OwnHelpRequests() {
  const { userId } = useUser();
  const [pageSize, setPageSize] = useState(ownPageSize);
  const [now] = useState(Date.now);
  const own = useQuery(createHelpRequestsQuery(userId, pageSize));
  if (own.error && !own.data)
    return (
      <LoadFailed title={texts.own.failed} requestId={readRequestId(own.error)} onRetry={() => void own.refetch()} />
    );
  const shown = own.data?.items ?? [];
  if (shown.length === 0) return null;
  const mayShowMore = (own.data?.total ?? 0) > shown.length && pageSize < limits.page.most;
  return (
    <Card title={texts.own.title}>
      <ul className={styles.own}>
        {shown.map((each) => (
          <Question key={each.helpRequestId} asked={each} now={now} />
        ))}
      </ul>
      {mayShowMore && (
        <Button variant="quiet" onClick={() => setPageSize(Math.min(limits.page.most, pageSize + ownPageSize))}>
          {texts.own.more}
        </Button>
      )}
    </Card>
  );
}

function Question({ asked, now }: { asked: HelpRequest; now: number }) {
  const { state, askedAt, problem, comment, closed } = asked;
  return (
    <li>
      <p className={styles.head}>
        <strong>{formatPc(asked)}</strong>
        <HelpStateBadge state={state} />
        <span className={styles.second}>{texts.own.asked(formatAgo((now - Date.parse(askedAt)) / 1000))}</span>
      </p>
      <p className={styles.second}>{problem.message}</p>
      {comment !== '' && <p className={styles.said}>{comment}</p>}
      {closed && state !== 'withdrawn' && (
        <div className={styles.answer}>
          <p className={styles.second}>{texts.own.said(closed.by, formatMoment(closed.at))}</p>
          {closed.words !== '' && <p className={styles.said}>{closed.words}</p>}
          <Outcome asked={asked} />
        </div>
      )}
      {state === 'open' && <WithdrawButton asked={asked} />}
    </li>
  );
}

function Outcome({ asked: { state, verificationCode } }: { asked: HelpRequest }) {
  if (state === 'granted')
    return (
      <p>
        {verificationCode === '' ? texts.own.toolGranted : texts.own.granted}{' '}
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
      {texts.own.licensed} <Link to="/account">{texts.own.seeIt}</Link>
    </p>
  );
}

function WithdrawButton({ asked }: { asked: HelpRequest }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const taking = useMutation({
    mutationFn: () => withdrawHelp(asked),
    onSuccess: () => toasts.done(texts.own.takenBack),
    onSettled: () => invalidateHelpRequests(client),
  });
  return (
    <div>
      <Button icon={<Undo2 aria-hidden="true" />} busy={taking.isPending} onClick={() => taking.mutate()}>
        {texts.own.takeBack} <VisuallyHidden>{texts.own.aboutIt(formatPc(asked))}</VisuallyHidden>
      </Button>
      {taking.error instanceof ApiProblem && <ProblemNotice problem={taking.error} title={texts.own.takeBackFailed} />}
    </div>
  );
}
