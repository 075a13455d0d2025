import { zodResolver } from '@hookform/resolvers/zod';
import { ShieldOff } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { limits } from '@basics/contract/calls/limits.ts';
import { resetFactorsBody } from '@basics/contract/second-factor/second-factor.ts';
import type { User } from '@basics/contract/users/users.ts';
import { useFormDraft } from '#portal/session/drafts/use-form-draft.ts';
import { PasswordDialog } from '#portal/session/editing/password-dialog.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { accountRecovery as texts } from '#portal/texts/account-recovery.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { TextArea } from '#portal/ui/fields/form-field.tsx';
import { removeSecondStep } from './account-recovery.queries.ts';
import { formatUser } from '../user-format.tsx';

const fieldNames = ['reason', 'currentPassword'] as const;

/** Asks for a reason and for the password of the signed-in user, and removes the second step of another user. */
export function ResetFactorsDialog({ user, onClose }: { user: User; onClose: () => void }) {
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
        rows={3}
        maxLength={limits.text.reason}
        label={texts.reason}
        hint={texts.reasonHint}
        error={errors.reason?.message}
      />
    </PasswordDialog>
  );
}
