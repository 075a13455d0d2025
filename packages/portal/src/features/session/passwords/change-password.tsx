import { KeyRound } from 'lucide-react';
import { Suspense, useState } from 'react';
import { passwords as texts } from '#portal/texts/passwords.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { Card } from '#portal/ui/layout/layout.tsx';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';

const ChangePasswordForm = createLazyPart(async () => (await import('./change-password-form.tsx')).ChangePasswordForm);

/** The card with a button that opens the form in which users change their own password. */
export function ChangePassword() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title={texts.changeTitle}
      actions={
        !isOpen && (
          <Button icon={<KeyRound aria-hidden="true" />} onClick={() => setOpen(true)}>
            {texts.change}
          </Button>
        )
      }
    >
      <p>{texts.changeLead}</p>
      <Suspense>{isOpen && <ChangePasswordForm onClose={() => setOpen(false)} />}</Suspense>
    </Card>
  );
}
