import { BellOff } from 'lucide-react';
import { useState } from 'react';
import { isProblem } from '#portal/api/api-problem.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { LinkCodeEntry } from '#portal/session/links/link-code-form.tsx';
import { useLinkToken } from '#portal/session/links/link-token.ts';
import { stopReminders as texts } from '#portal/texts/stop-reminders.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { Stack } from '#portal/ui/layout/layout.tsx';
import { stopReminders } from './reminder-contact.queries.ts';

/**
 * The page that opens from the link in a reminder to a second contact. Only its button ends the reminders, because mail scanners also open
 * links.
 */
export function StopRemindersPage() {
  const token = useLinkToken();
  const [result, setResult] = useState<'stopped' | 'ended' | null>(null);
  const { problem, isBusy, attempt } = useAttempt();

  const stop = (linkToken: string): Promise<void> =>
    attempt(async () => {
      try {
        await stopReminders(linkToken);
        setResult('stopped');
      } catch (error) {
        if (!isProblem(error, 'LINK_NOT_VALID')) throw error;
        setResult('ended');
      }
    });

  if (result === 'stopped') return <Result isStopped />;
  if (result === 'ended') return <Result isStopped={false} />;
  if (token === null)
    return (
      <LinkCodeEntry>
        <p>{texts.newest}</p>
      </LinkCodeEntry>
    );
  return (
    <>
      <PageHeading title={texts.title} introText={texts.lead} />
      <Stack>
        {problem && <ProblemNotice problem={problem} title={texts.failed} />}
        <div>
          <Button
            variant="primary"
            busy={isBusy}
            icon={<BellOff aria-hidden="true" />}
            onClick={() => void stop(token)}
          >
            {texts.stop}
          </Button>
        </div>
      </Stack>
    </>
  );
}

const Result = ({ isStopped }: { isStopped: boolean }) => (
  <>
    <PageHeading title={texts.title} />
    <Notice
      tone={isStopped ? 'ok' : 'warn'}
      role={isStopped ? 'status' : 'alert'}
      title={isStopped ? texts.stopped : texts.ended}
    >
      <p>{isStopped ? texts.stoppedNext : texts.endedNext}</p>
    </Notice>
  </>
);
