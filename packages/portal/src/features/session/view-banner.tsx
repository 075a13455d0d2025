import { useNavigate } from '@tanstack/react-router';
import { useSessionState } from '#portal/session/session-context.tsx';
import { endView } from '#portal/session/view-as.queries.ts';
import { formatProfile } from '#portal/messages/names.ts';
import { viewAs as texts } from '#portal/texts/view-as.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { formatMinutesAndSeconds, useCountdown } from '#portal/ui/hooks/use-timing.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import styles from './view-banner.module.css';

/** A banner on every page: it says that an administrator sees the portal as another user and for how long, and has a button that ends the view. */
export function ViewBanner() {
  const state = useSessionState();
  const navigate = useNavigate();
  const toasts = useToasts();
  if (state.user === null) return null;
  const { userId, profileID, userFirstName, userLastName, userEmail } = state.user;
  const userName = `${userFirstName} ${userLastName}`.trim() || userEmail;

  async function endViewAndLeave(): Promise<void> {
    try {
      await endView();
    } catch {
      toasts.notice(texts.endFailed);
    }
    await navigate({ to: `/users/${userId}` });
  }

  return (
    <aside className={styles.banner} aria-label={texts.banner} data-chrome>
      <p>
        <span>{texts.who(userName, formatProfile(profileID))}</span> <TimeLeft endsAt={state.expiresAt} />
      </p>
      <Button onClick={() => void endViewAndLeave()}>{texts.end}</Button>
    </aside>
  );
}

const TimeLeft = ({ endsAt }: { endsAt: number }) => (
  <span>{texts.left(formatMinutesAndSeconds(useCountdown(endsAt)))}</span>
);
