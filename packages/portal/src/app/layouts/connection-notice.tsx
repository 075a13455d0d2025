import { WifiOff } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { shell as texts } from '#portal/texts/shell.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { useReasonToWait } from '#portal/ui/hooks/use-reason-to-wait.ts';
import { joinClasses } from '#portal/ui/layout/layout.tsx';
import styles from './banners.module.css';
import { useSignOut } from '../header/use-sign-out.ts';

/** The notice while the profile is loaded. A user who does not want to wait for the server can sign out. */
export const LoadingNotice = () => (
  <ConnectionNotice>
    <SignOut />
  </ConnectionNotice>
);

/** Says that the browser is offline, or that the server is not available. `children` stand behind the text. */
export function ConnectionNotice({ children }: { children?: ReactNode }) {
  const reason = useReasonToWait();
  return (
    <div role="alert">
      {reason !== null && (
        <p className={joinClasses(styles.banner, styles.offline)}>
          <WifiOff aria-hidden="true" />
          <span>{texts[reason]}</span>
          <span>{children}</span>
        </p>
      )}
    </div>
  );
}

function SignOut() {
  const signOut = useSignOut();
  const [isBusy, setBusy] = useState(false);
  function signOutNow(): void {
    setBusy(true);
    void signOut();
  }
  return (
    <Button busy={isBusy} onClick={signOutNow}>
      <span>{texts.signOut}</span>
    </Button>
  );
}
