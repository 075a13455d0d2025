import { FingerprintPattern } from 'lucide-react';
import { session as texts } from '#portal/texts/session.ts';
import { askPasskey, PasskeyNotUsed } from '#portal/session/passkeys.ts';
import { useSession } from '#portal/session/session-context.tsx';
import { requestTokenByPasskey } from '#portal/session/session.queries.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import type { SignIn } from './use-sign-in.ts';

type PasskeyButtonProps = {
  signIn: SignIn;
  /** After the password, the passkey is the second step. Without the password, it replaces both steps. */
  isSecondStep?: boolean;
  variant?: 'primary' | 'secondary';
};

/** Signs in with a passkey of this device, or of a nearby one. */
export function PasskeyButton({ signIn, isSecondStep = false, variant = 'secondary' }: PasskeyButtonProps) {
  const session = useSession();

  async function enter(): Promise<void> {
    try {
      const passkey = await askPasskey();
      await (isSecondStep ? signIn.signIn({ passkey }) : session.enter(await requestTokenByPasskey(passkey)));
    } catch (error) {
      if (!(error instanceof PasskeyNotUsed)) throw error;
      signIn.show(error);
    }
  }

  return (
    <Button
      wide
      variant={variant}
      aria-disabled={signIn.busy}
      icon={<FingerprintPattern aria-hidden="true" />}
      onClick={() => void signIn.attempt(enter)}
    >
      {isSecondStep ? texts.withPasskey : texts.byPasskey}
    </Button>
  );
}
