import { zodResolver } from '@hookform/resolvers/zod';
import { ShieldOff } from 'lucide-react';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { limits } from '@basics/contract/limits.ts';
import { resetFactorsBody } from '@basics/contract/second-factor.ts';
import type { User } from '@basics/contract/users.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { accountRecovery as texts } from '#portal/texts/account-recovery.ts';
import { ui } from '#portal/texts/ui.ts';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { PasswordField } from '#portal/ui/forms/password-field.tsx';
import { TextArea } from '#portal/ui/forms/text-area.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { resetFactors } from './account-recovery.queries.ts';
import { formatUser } from './user-format.tsx';
import styles from './user-status.module.css';

const fieldNames = ['reason', 'currentPassword'] as const;

/** Asks for a reason and for the password of the signed-in user, and removes the second step of another user. */
export function ResetFactorsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const toasts = useToasts();
  const formId = useId();
  const form = useForm({
    resolver: zodResolver(resetFactorsBody),
    defaultValues: { reason: '', currentPassword: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const { problem, attempt } = useAttempt(fieldNames, form.setError);
  const name = formatUser(user);

  const submit = form.handleSubmit((body) =>
    attempt(async () => {
      const { removed } = await resetFactors(user.userId, body);
      toasts.done(removed > 0 ? texts.removed(name) : texts.nothingToRemove(name));
      onClose();
    }),
  );

  return (
    <Dialog
      title={texts.dialogTitle(name)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button
            type="submit"
            form={formId}
            variant="danger"
            busy={isSubmitting}
            icon={<ShieldOff aria-hidden="true" />}
          >
            {texts.resetFactors}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.ask} noValidate onSubmit={(event) => void submit(event)}>
        {problem && <ProblemNotice problem={problem} title={texts.failed} />}
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
        <PasswordField
          {...form.register('currentPassword')}
          label={texts.password}
          autoComplete="current-password"
          error={errors.currentPassword?.message}
        />
      </form>
    </Dialog>
  );
}
