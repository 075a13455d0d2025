import { zodResolver } from '@hookform/resolvers/zod';
import { changeLoginBody } from '@basics/contract/users/users.ts';
import { MailCheck } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { changeLogin as texts } from '#portal/texts/change-login.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { useFormDraft } from '#portal/session/drafts/use-draft.ts';
import { EmailField } from '#portal/ui/fields/form-field.tsx';
import { requestLoginChange } from './account.queries.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { useAttempt } from './use-attempt.ts';

const fieldNames = ['login', 'currentPassword'] as const;

type ChangeLoginDialogProps = { userId: number; name: string | null; onClose: () => void };

/** A dialog with fields for the new login and for the password of the signed-in user. */
export function ChangeLoginDialog({ userId, name, onClose }: ChangeLoginDialogProps) {
  const toasts = useToasts();
  const form = useForm({
    resolver: zodResolver(changeLoginBody),
    defaultValues: { login: '', currentPassword: '' },
  });
  // Only the login is stored, never the password.
  const draft = useFormDraft(form, `login of ${userId}`, { login: '' });
  const { errors, isSubmitting } = form.formState;
  const { problem, attempt } = useAttempt(fieldNames, form.setError);

  const submit = form.handleSubmit((body) =>
    attempt(async () => {
      await requestLoginChange(userId, body);
      draft.forget();
      toasts.done(texts.done(body.login));
      onClose();
    }),
  );

  return (
    <PasswordDialog
      title={name === null ? texts.dialogOwn : texts.dialog(name)}
      submitLabel={texts.submit}
      icon={<MailCheck aria-hidden="true" />}
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
      <p>{texts.steps}</p>
      <EmailField
        {...form.register('login')}
        data-autofocus
        label={texts.login}
        autoComplete="off"
        error={errors.login?.message}
      />
    </PasswordDialog>
  );
}
