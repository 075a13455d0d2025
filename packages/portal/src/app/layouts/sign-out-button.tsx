import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { header } from '#portal/texts/header.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import styles from './header.module.css';
import { useSignOut } from './use-sign-out.ts';

export function SignOutButton() {
  const signOut = useSignOut();
  const [busy, setBusy] = useState(false);

  function signOutAndLeave(): void {
    setBusy(true);
    void signOut();
  }

  return (
    <Button variant="quiet" busy={busy} icon={<LogOut aria-hidden="true" />} onClick={signOutAndLeave}>
      <span className={styles.words}>{header.signOut}</span>
    </Button>
  );
}
