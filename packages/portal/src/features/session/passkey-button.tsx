import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { session as texts } from '#portal/messages/en/session.ts';
import { askPasskey, PasskeyNotUsed } from '#portal/session/passkeys.ts';
import { useSession } from '#portal/session/session-context.tsx';
import { requestTokenByPasskey } from '#portal/session/session.queries.ts';
import { Button } from '#portal/ui/button.tsx';
import { Notice } from '#portal/ui/notice.tsx';
import styles from './sign-in-page.module.css';
import type { SignIn } from './use-sign-in.ts';

type PasskeyButtonProps = {
  signIn: SignIn;
  /** The password was right already: the passkey is the second step. Without it, it is both steps. */
  isSecondStep?: boolean;
  variant?: 'primary' | 'secondary';
};

/** Signs in with a passkey of this device. */
export function PasskeyButton({ signIn, isSecondStep = false, variant = 'secondary' }: PasskeyButtonProps) {
  const session = useSession();
  const [wasUsed, setUsed] = useState(true);

  async function enter(): Promise<void> {
    setUsed(true);
    try {
      const passkey = await askPasskey();
      await (isSecondStep ? signIn.signIn({ passkey }) : session.enter(await requestTokenByPasskey(passkey)));
    } catch (error) {
      if (!(error instanceof PasskeyNotUsed)) throw error;
      setUsed(false);
    }
  }

  return (
    <div className={styles.passkey}>
      <Button
        wide
        variant={variant}
        aria-disabled={signIn.busy}
        icon={<Fingerprint aria-hidden="true" />}
        onClick={() => void signIn.attempt(enter)}
      >
        {isSecondStep ? texts.withPasskey : texts.byPasskey}
      </Button>
      {!wasUsed && <Notice tone="info" role="alert" title={texts.passkeyNotUsed} />}
    </div>
  );
}
