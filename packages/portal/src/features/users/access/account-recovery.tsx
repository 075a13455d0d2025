import { useMutation } from '@tanstack/react-query';
import { KeyRound, ShieldOff } from 'lucide-react';
import { useState } from 'react';
import type { User } from '@basics/contract/users/users.ts';
import { accountRecovery as texts } from '#portal/texts/account-recovery.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { sendPasswordLink } from './account-recovery.queries.ts';
import { ResetFactorsDialog } from './reset-factors-dialog.tsx';

/** Buttons with which staff help an active user who has lost the password or the second step. */
export function AccountRecovery({ user }: { user: User }) {
  const toasts = useToasts();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const sendLinkMutation = useMutation({
    mutationFn: () => sendPasswordLink(user.userId),
    onSuccess: () => toasts.done(texts.linkSent(user.login)),
    onError: (error) => toasts.problem(error.message),
  });
  return (
    <>
      <Button
        icon={<KeyRound aria-hidden="true" />}
        busy={sendLinkMutation.isPending}
        onClick={() => sendLinkMutation.mutate()}
      >
        {texts.sendLink}
      </Button>
      <Button icon={<ShieldOff aria-hidden="true" />} onClick={() => setDialogOpen(true)}>
        {texts.resetFactors}
      </Button>
      {isDialogOpen && <ResetFactorsDialog user={user} onClose={() => setDialogOpen(false)} />}
    </>
  );
}
