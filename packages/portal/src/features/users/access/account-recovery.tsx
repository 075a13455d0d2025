import { useMutation } from '@tanstack/react-query';
import { KeyRound, ShieldOff } from 'lucide-react';
import type { User } from '@basics/contract/users/users.ts';
import { accountRecovery as texts } from '#portal/texts/account-recovery.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { sendPasswordLink, removeSecondStep } from './account-recovery.queries.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { limits } from '@basics/contract/calls/limits.ts';
import { resetFactorsBody } from '@basics/contract/second-factor/second-factor.ts';
import { useFormDraft } from '#portal/session/drafts/use-draft.ts';
import { PasswordDialog } from '#portal/session/editing/password-dialog.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { TextArea } from '#portal/ui/fields/form-field.tsx';
import { DialogButton } from '#portal/ui/overlays/dialog.tsx';
import { formatUser } from '../user-format.tsx';

/** Buttons with which staff help an active user who has lost the password or the second step. */
export function AccountRecovery({ user }: { user: User }) {
  const toasts = useToasts();
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
      <DialogButton icon={<ShieldOff aria-hidden="true" />} label={texts.resetFactors}>
        {(closeDialog) => <ResetFactorsDialog user={user} onClose={closeDialog} />}
      </DialogButton>
    </>
  );
}

const fieldNames = ['reason', 'currentPassword'] as const;

/** Asks for a reason and for the password of the signed-in user, and removes the second step of another user. */
function ResetFactorsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const toasts = useToasts();
  const form = useForm({
    resolver: zodResolver(resetFactorsBody),
    defaultValues: { reason: '', currentPassword: '' },
  });
  // The draft in the browser contains only the reason, never the password.
  const draft = useFormDraft(form, `second step of ${user.userId}`, { reason: '' });
  const { errors, isSubmitting } = form.formState;
  const { problem, attempt } = useAttempt(fieldNames, form.setError);
  const name = formatUser(user);

  const submit = form.handleSubmit((body) =>
    attempt(async () => {
      const { removed } = await removeSecondStep(user.userId, body);
      draft.forget();
      toasts.done(removed > 0 ? texts.removed(name) : texts.nothingToRemove(name));
      onClose();
    }),
  );

  return (
    <PasswordDialog
      title={texts.dialogTitle(name)}
      submitLabel={texts.resetFactors}
      variant="danger"
      icon={<ShieldOff aria-hidden="true" />}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
      draft={draft}
      problem={problem}
      failedTitle={texts.failed}
      passwordField={{
        ...form.register('currentPassword'),
        label: texts.password,
        error: errors.currentPassword?.message,
      }}
    >
      <p>{texts.dialogText}</p>
      <TextArea
        {...form.register('reason')}
        data-autofocus
        maxLength={limits.text.reason}
        label={texts.reason}
        hint={texts.reasonHint}
        error={errors.reason?.message}
      />
    </PasswordDialog>
  );
}
