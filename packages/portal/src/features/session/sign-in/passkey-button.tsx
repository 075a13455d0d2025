import { FingerprintPattern } from 'lucide-react';
import { session as texts } from '#portal/texts/session.ts';
import { requestPasskey, PasskeyNotUsed } from '#portal/session/passkeys.tsx';
import { useSession } from '#portal/session/session-context.tsx';
import { requestTokenByPasskey } from '#portal/session/session.queries.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import type { SignIn } from './use-sign-in.ts';

type PasskeyButtonProps = {
  signIn: SignIn;
  /**
   * Whether the passkey is the second step after the password. A passkey that is not the second step replaces login, password and second
   * step.
   */
  isSecondStep?: boolean;
  variant?: 'primary' | 'secondary';
};

/** A button that signs in with a passkey of this device or of a device nearby. */
export function PasskeyButton({ signIn, isSecondStep = false, variant = 'secondary' }: PasskeyButtonProps) {
  const session = useSession();

  async function signInWithPasskey(): Promise<void> {
    try {
      const passkey = await requestPasskey();
      await (isSecondStep ? signIn.signIn({ passkey }) : session.enter(await requestTokenByPasskey(passkey)));
    } catch (error) {
      if (!(error instanceof PasskeyNotUsed)) throw error;
      signIn.setProblem(error);
    }
  }

  return (
    <Button
      wide
      variant={variant}
      aria-disabled={signIn.busy}
      icon={<FingerprintPattern aria-hidden="true" />}
      onClick={() => void signIn.attempt(signInWithPasskey)}
    >
      {isSecondStep ? texts.withPasskey : texts.byPasskey}
    </Button>
  );
}
