import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { session as texts } from '#portal/messages/en/session.ts';
import { shell } from '#portal/messages/en/shell.ts';
import { useSession } from '#portal/session/session-context.tsx';
import { Button } from '#portal/ui/button.tsx';
import { useToasts } from '#portal/ui/toasts.tsx';
import styles from './header.module.css';

/** Ends the session; when the server cannot be told it ends here all the same, and says so. */
export function SignOutButton() {
  const session = useSession();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);

  async function signOut(): Promise<void> {
    setBusy(true);
    try {
      await session.signOut();
    } catch {
      toasts.problem(texts.signOutUnheard);
    }
  }

  return (
    <Button variant="quiet" busy={busy} icon={<LogOut aria-hidden="true" />} onClick={() => void signOut()}>
      <span className={styles.signOutWords}>{shell.signOut}</span>
    </Button>
  );
}
