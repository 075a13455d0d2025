import { useState } from 'react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { expiry as texts } from '#portal/texts/expiry.ts';
import { session as sessionTexts } from '#portal/texts/session.ts';
import { useSession, useSessionState } from '#portal/session/session-context.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { formatMinutesAndSeconds, useCountdown } from '#portal/ui/feedback/use-countdown.ts';

/** Offers to stay signed in five minutes before a session ends; the page behind keeps all entered values. */
export function ExpiryWarning() {
  const state = useSessionState();
  const [dismissed, setDismissed] = useState<number | null>(null);
  if (state.user === null || !state.endsSoon || dismissed === state.expiresAt) return null;
  const { expiresAt } = state;
  return <Question expiresAt={expiresAt} onClose={() => setDismissed(expiresAt)} />;
}

function Question({ expiresAt, onClose }: { expiresAt: number; onClose: () => void }) {
  const session = useSession();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const left = useCountdown(expiresAt);

  async function stay(): Promise<void> {
    setBusy(true);
    try {
      await session.extend();
      toasts.done(texts.extended);
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiProblem && error.reaction.shown !== 'signOut') toasts.problem(error.message);
    }
  }

  return (
    <Dialog
      title={texts.endsSoonTitle}
      role="alertdialog"
      onClose={onClose}
      footer={
        <>
          <Button
            variant="quiet"
            onClick={() => void session.signOut().catch(() => toasts.problem(sessionTexts.signOutUnheard))}
          >
            {texts.leave}
          </Button>
          <Button variant="primary" data-autofocus busy={busy} onClick={() => void stay()}>
            {texts.stay}
          </Button>
        </>
      }
    >
      <p>{texts.endsSoon(formatMinutesAndSeconds(left))}</p>
    </Dialog>
  );
}
