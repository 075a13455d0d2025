import { useState } from 'react';
import { ApiProblem } from '#portal/api/api-problem.ts';
import { expiry as texts } from '#portal/texts/expiry.ts';
import { session as sessionTexts } from '#portal/texts/session.ts';
import { useSession, useSessionState } from '#portal/session/session-context.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { formatMinutesAndSeconds, useCountdown } from '#portal/ui/hooks/use-timing.ts';

/** A dialog that offers to stay signed in, shown five minutes before the session ends. The page keeps all entered values. */
export function ExpiryWarning() {
  const sessionState = useSessionState();
  const [dismissedExpiry, setDismissedExpiry] = useState<number | null>(null);
  if (sessionState.user === null || !sessionState.endsSoon || dismissedExpiry === sessionState.expiresAt) return null;
  const { expiresAt } = sessionState;
  return <WarningDialog expiresAt={expiresAt} onClose={() => setDismissedExpiry(expiresAt)} />;
}

function WarningDialog({ expiresAt, onClose }: { expiresAt: number; onClose: () => void }) {
  const session = useSession();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const secondsLeft = useCountdown(expiresAt);

  async function extendSession(): Promise<void> {
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
          <Button variant="primary" data-autofocus busy={busy} onClick={() => void extendSession()}>
            {texts.stay}
          </Button>
        </>
      }
    >
      <p>{texts.endsSoon(formatMinutesAndSeconds(secondsLeft))}</p>
    </Dialog>
  );
}
