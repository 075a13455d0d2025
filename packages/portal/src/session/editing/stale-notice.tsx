import { RefreshCw } from 'lucide-react';
import { Button } from '#portal/ui/buttons/button.tsx';
import { scrollIntoView } from '#portal/ui/layout/layout.tsx';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { useAttempt } from './use-attempt.ts';

type StaleNoticeProps = {
  title: string;
  /** Says what happens to the values that the user has typed. */
  text?: string;
  load: string;
  /** Loads the current version of the record. The button is busy until the returned promise is settled. */
  onReload: () => unknown;
};

/** Says that another user has changed the record first, and offers to load the current version. The notice scrolls into view. */
export function StaleNotice({ title, text, load, onReload }: StaleNoticeProps) {
  const { problem, isBusy, attempt } = useAttempt();
  const message = problem?.message ?? text;
  return (
    <Notice
      tone="warn"
      role="alert"
      ref={scrollIntoView}
      title={title}
      actions={
        <Button
          busy={isBusy}
          icon={<RefreshCw aria-hidden="true" />}
          onClick={() =>
            void attempt(async () => {
              await onReload();
            })
          }
        >
          {load}
        </Button>
      }
    >
      {message !== undefined && <p>{message}</p>}
    </Notice>
  );
}
