import { RefreshCw } from 'lucide-react';
import { Button } from '#portal/ui/layout/button.tsx';
import { scrollIntoView } from '#portal/ui/layout/scroll-into-view.ts';
import { Notice } from '#portal/ui/feedback/notice.tsx';
import { useAttempt } from './use-attempt.ts';

type StaleNoticeProps = {
  title: string;
  /** What becomes of what was typed; in its place, why the newest could not be loaded. */
  text?: string;
  load: string;
  /** May take its time, and fail. */
  onReload: () => unknown;
};

/** Someone else has already decided: what he made of it can be loaded. It comes into sight by itself. */
export function StaleNotice({ title, text, load, onReload }: StaleNoticeProps) {
  const { problem, isBusy, attempt } = useAttempt();
  const said = problem?.message ?? text;
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
      {said !== undefined && <p>{said}</p>}
    </Notice>
  );
}
