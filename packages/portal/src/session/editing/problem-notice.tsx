import { CommandText } from '#portal/ui/content/command-text.tsx';
import { useState } from 'react';
import { isProblem, type ApiProblem } from '#portal/api/api-problem.ts';
import { useSetup } from '#portal/brand/brand.tsx';
import { problem as texts } from '#portal/texts/problem.ts';
import { scrollIntoView, AnnouncedText } from '#portal/ui/layout/layout.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { formatMinutesAndSeconds, useCountdown } from '#portal/ui/hooks/use-timing.ts';
import { PasskeyNotUsed } from '#portal/session/passkeys.tsx';
import { ClockIsWrong } from '#portal/session/session.ts';

export type ShownProblem = ApiProblem | ClockIsWrong | PasskeyNotUsed;

type ProblemNoticeProps = {
  problem: ShownProblem;
  /** The title above the reason, which says what failed. */
  title?: string;
};

/** Shows why a form was refused and what to do next; it scrolls into view. */
export function ProblemNotice({ problem, title }: ProblemNoticeProps) {
  const { brand } = useSetup();
  if (problem instanceof ClockIsWrong)
    return <Notice tone="warn" role="alert" ref={scrollIntoView} title={texts.clockIsWrong} />;
  if (problem instanceof PasskeyNotUsed)
    return <Notice tone="info" role="alert" ref={scrollIntoView} title={problem.message} />;
  if (isProblem(problem, 'TOO_MANY_ATTEMPTS')) return <WaitingTime key={problem.requestId} problem={problem} />;
  const isAccountProblem = isProblem(problem, 'ACCOUNT_PROBLEM');
  return (
    <Notice tone="danger" role="alert" ref={scrollIntoView} title={title ?? problem.message}>
      {title !== undefined && (
        <p>
          <CommandText text={problem.message} />
        </p>
      )}
      {isAccountProblem && <a href={`mailto:${brand.supportEmail}`}>{texts.accountHelp(brand.supportEmail)}</a>}
    </Notice>
  );
}

/** Shows the remaining waiting time. Screen readers announce only the end of the waiting time, not every second. */
function WaitingTime({ problem }: { problem: ApiProblem }) {
  const [until] = useState(() => Date.now() + (problem.retryAfterSeconds ?? 0) * 1000);
  const secondsLeft = useCountdown(until);
  if (secondsLeft === 0) {
    return (
      <Notice tone="info">
        <AnnouncedText>{texts.mayTryAgain}</AnnouncedText>
        <p aria-hidden="true">{texts.mayTryAgain}</p>
      </Notice>
    );
  }
  return (
    <Notice tone="warn" ref={scrollIntoView}>
      <p role="alert">{problem.message}</p>
      <p>{texts.wait(formatMinutesAndSeconds(secondsLeft))}</p>
    </Notice>
  );
}
