import { useReasonToWait } from '#portal/ui/hooks/use-reason-to-wait.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';
import { Notice } from './notice.tsx';

/**
 * Says that what was asked for continues by itself, while the browser is offline or the server is not ready. Otherwise shows nothing. Show it
 * beside what waits, such as a code that is being checked.
 */
export function WaitingNotice({ text, children }: { text: string; children?: Elements }) {
  const reason = useReasonToWait();
  return (
    <output>
      {reason !== null && (
        <Notice tone="info" title={text}>
          {children}
        </Notice>
      )}
    </output>
  );
}
