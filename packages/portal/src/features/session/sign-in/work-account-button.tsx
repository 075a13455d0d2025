import { BriefcaseBusiness } from 'lucide-react';
import { session as texts } from '#portal/texts/session.ts';
import { readRememberedPath, removeRememberedPath } from '#portal/session/remembered-path.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { startWorkSignIn } from '#portal/session/session.queries.ts';
import type { SignIn } from './use-sign-in.ts';

/** A button that opens the sign-in of the identity provider, which sends the browser back to /auth/temp. */
export const WorkAccountButton = ({ signIn }: { signIn: SignIn }) => (
  <Button
    wide
    aria-disabled={signIn.busy}
    icon={<BriefcaseBusiness aria-hidden="true" />}
    onClick={() =>
      void signIn.attempt(async () => {
        const url = await startWorkSignIn(readRememberedPath() ?? '/');
        removeRememberedPath();
        location.assign(url);
      })
    }
  >
    {texts.byWorkAccount}
  </Button>
);
