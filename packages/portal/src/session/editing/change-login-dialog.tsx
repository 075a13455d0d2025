import { zodResolver } from '@hookform/resolvers/zod';
import { existingPassword } from '@basics/contract/signing-in.ts';
import { loginAddress } from '@basics/contract/user-fields.ts';
import { words } from '@basics/contract/words.ts';
import { MailCheck } from 'lucide-react';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { changeLogin as texts } from '#portal/texts/change-login.ts';
import { ui } from '#portal/texts/ui.ts';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { PasswordField } from '#portal/ui/forms/password-field.tsx';
import { TextField } from '#portal/ui/forms/text-field.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { Dialog } from '#portal/ui/overlays/dialog.tsx';
import { askForLogin } from './change-login.queries.ts';
import styles from './change-login-dialog.module.css';
import { ProblemNotice } from './problem-notice.tsx';
import { useAttempt } from './use-attempt.ts';

const names = ['login', 'currentPassword'] as const;
const own = z.object({ login: loginAddress, currentPassword: existingPassword(words.password) });
const ofOthers = z.object({ login: loginAddress, currentPassword: z.string() });

type ChangeLoginDialogProps = { userId: number; name: string | null; onClose: () => void };

/** The new login, and for one's own account the password. */
export function ChangeLoginDialog({ userId, name, onClose }: ChangeLoginDialogProps) {
  const toasts = useToasts();
  const formId = useId();
  const isOwn = name === null;
  const form = useForm({
    resolver: zodResolver(isOwn ? own : ofOthers),
    defaultValues: { login: '', currentPassword: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const { problem, attempt } = useAttempt(names, form.setError);

  const send = form.handleSubmit(({ login, currentPassword }) =>
    attempt(async () => {
      await askForLogin(userId, { login, ...(isOwn && { currentPassword }) });
      toasts.done(texts.done(login));
      onClose();
    }),
  );

  return (
    <Dialog
      title={isOwn ? texts.dialogOwn : texts.dialog(name)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={isSubmitting}
            icon={<MailCheck aria-hidden="true" />}
          >
            {texts.submit}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} noValidate onSubmit={(event) => void send(event)}>
        {problem && <ProblemNotice problem={problem} title={texts.failed} />}
        <p>{texts.steps}</p>
        <TextField
          {...form.register('login')}
          data-autofocus
          label={texts.login}
          type="email"
          autoComplete="off"
          error={errors.login?.message}
        />
        {isOwn && (
          <PasswordField
            {...form.register('currentPassword')}
            label={texts.password}
            autoComplete="current-password"
            error={errors.currentPassword?.message}
          />
        )}
      </form>
    </Dialog>
  );
}
