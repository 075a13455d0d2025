import { AtSign } from 'lucide-react';
import { Suspense, useState } from 'react';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';
import { changeLogin as texts } from '#portal/texts/change-login.ts';
import { Button } from '#portal/ui/layout/button.tsx';

// The dialog is loaded only when a user opens it.
const ChangeLoginDialog = createLazyPart(async () => (await import('./change-login-dialog.tsx')).ChangeLoginDialog);

type ChangeLoginProps = {
  userId: number;
  /** The name of the user; null for one's own account, which needs the password. */
  name: string | null;
};

/** A button that opens the dialog to change the login of a user. */
export function ChangeLogin({ userId, name }: ChangeLoginProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<AtSign aria-hidden="true" />} onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      <Suspense>{isOpen && <ChangeLoginDialog userId={userId} name={name} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
