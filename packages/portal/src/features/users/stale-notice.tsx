import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { user as texts } from '#portal/messages/en/user.ts';
import { Button } from '#portal/ui/button.tsx';
import { Notice } from '#portal/ui/notice.tsx';

/** Somebody was faster: the newest version can be loaded below what was typed. */
export function StaleNotice({ onReload }: { onReload: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState('');

  async function reload(): Promise<void> {
    setBusy(true);
    setFailed('');
    try {
      await onReload();
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setFailed(error.message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Notice
      tone="warn"
      role="alert"
      title={texts.stale.title}
      actions={
        <Button busy={isBusy} icon={<RefreshCw aria-hidden="true" />} onClick={() => void reload()}>
          {texts.stale.load}
        </Button>
      }
    >
      <p>{failed || texts.stale.text}</p>
    </Notice>
  );
}
