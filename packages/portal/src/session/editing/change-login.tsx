import { AtSign } from 'lucide-react';
import { Suspense } from 'react';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { changeLogin as texts } from '#portal/texts/change-login.ts';
import { DialogButton } from '#portal/ui/overlays/dialog.tsx';

// The dialog is loaded only when a user opens it.
const ChangeLoginDialog = createLazyPart(async () => (await import('./change-login-dialog.tsx')).ChangeLoginDialog);

type ChangeLoginProps = {
  userId: number;
  /** The name of the user; null for one's own account, which needs the password. */
  name: string | null;
};

/** A button that opens the dialog to change the login of a user. */
export function ChangeLogin({ userId, name }: ChangeLoginProps) {
  return (
    <DialogButton label={texts.open} icon={<AtSign aria-hidden="true" />}>
      {(closeDialog) => (
        <Suspense>
          <ChangeLoginDialog userId={userId} name={name} onClose={closeDialog} />
        </Suspense>
      )}
    </DialogButton>
  );
}
