import { zodResolver } from '@hookform/resolvers/zod';
import { changeLoginBody } from '@basics/contract/users.ts';
import { MailCheck } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { changeLogin as texts } from '#portal/texts/change-login.ts';
import { useToasts } from '#portal/ui/feedback/toasts.tsx';
import { DraftNotice } from '#portal/session/drafts/draft-notice.tsx';
import { useFormDraft } from '#portal/session/drafts/use-form-draft.ts';
import { PasswordField } from '#portal/ui/forms/password-field.tsx';
import { TextField } from '#portal/ui/forms/text-field.tsx';
import { FormDialog } from '#portal/ui/overlays/form-dialog.tsx';
import { requestLoginChange } from './change-login.queries.ts';
import { ProblemNotice } from './problem-notice.tsx';
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
    <FormDialog
      title={name === null ? texts.dialogOwn : texts.dialog(name)}
      submitLabel={texts.submit}
      icon={<MailCheck aria-hidden="true" />}
      busy={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <DraftNotice draft={draft} />
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
      <PasswordField
        {...form.register('currentPassword')}
        label={texts.password}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
      />
    </FormDialog>
  );
}
