import { zodResolver } from '@hookform/resolvers/zod';
import { changePasswordBody } from '@basics/contract/session/session.ts';
import { useForm, useWatch } from 'react-hook-form';
import { passwords as texts } from '#portal/texts/passwords.ts';
import { ui } from '#portal/texts/ui.ts';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { useSession, useUser } from '#portal/session/session-context.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { PasswordField } from '#portal/ui/fields/password-field.tsx';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { changePassword } from '../sign-in.queries.ts';
import styles from './passwords.module.css';

const emptyValues = { currentPassword: '', password: '', confirmPassword: '' };
const fieldNames = ['currentPassword', 'password', 'confirmPassword'] as const;

/** The form in which users change their own password: the current password, and the new password twice. */
export function ChangePasswordForm({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const { userEmail } = useUser();
  const toasts = useToasts();
  const form = useForm({ resolver: zodResolver(changePasswordBody), defaultValues: emptyValues });
  const values = useWatch({ control: form.control });
  const { errors, isSubmitting } = form.formState;
  const { problem, attempt } = useAttempt(fieldNames, form.setError);

  const submitForm = form.handleSubmit((body) =>
    attempt(async () => {
      session.renew(await changePassword(body));
      toasts.done(texts.changed);
      onClose();
    }),
  );

  return (
    <form className={styles.cardForm} noValidate onSubmit={(event) => void submitForm(event)}>
      {problem && <ProblemNotice problem={problem} />}
      {/* A hidden field with the login, by which password managers know whose password is changed. */}
      <input type="hidden" name="username" autoComplete="username" value={userEmail} readOnly />
      <PasswordField
        {...form.register('currentPassword')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- The user has just opened this form.
        autoFocus
        label={texts.currentPassword}
        autoComplete="current-password"
        error={errors.currentPassword?.message}
      />
      <NewPasswordFields register={form.register} trigger={form.trigger} errors={errors} values={values} />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          {texts.changeSubmit}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {ui.cancel}
        </Button>
      </div>
    </form>
  );
}
