import { zodResolver } from '@hookform/resolvers/zod';
import { confirmPassword, newPassword, requireMatchingPasswords } from '@basics/contract/session/passwords.ts';
import { useNavigate } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import { readToken } from '#portal/api/browser-store.ts';
import { endSession } from '#portal/session/session.queries.ts';
import { passwords as texts } from '#portal/texts/passwords.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';
import { ProblemNotice } from '#portal/session/editing/problem-notice.tsx';
import { ClockIsWrong, type Session } from '#portal/session/session.ts';
import { useSession } from '#portal/session/session-context.tsx';
import { useAttempt } from '#portal/session/editing/use-attempt.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import styles from './passwords.module.css';
import { NewPasswordFields } from './new-password-fields.tsx';
import { resetPassword } from '../sign-in.queries.ts';

const schema = requireMatchingPasswords(z.object({ password: newPassword, confirmPassword }));

type NewPasswordFormProps = {
  token: string;
  login: string;
  formTexts: { submit: string; failed: string; remark: string | undefined };
  /** Called when the link has expired since the page checked the link. */
  onEnded: () => void;
};

export const isSameLogin = (firstLogin: string, secondLogin: string): boolean =>
  firstLogin.toLowerCase() === secondLogin.toLowerCase();

/**
 * The form that sets a password with an e-mailed link. An activation signs the user in, and ends the session of another user in this browser.
 * After a reset, the sign-in page opens with the login filled in, unless another user is signed in.
 */
export function NewPasswordForm({ token, login, formTexts, onEnded }: NewPasswordFormProps) {
  const session = useSession();
  const navigate = useNavigate();
  const toasts = useToasts();
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { password: '', confirmPassword: '' } });
  const values = useWatch({ control: form.control });
  const { errors, isSubmitting } = form.formState;
  const { problem, attempt } = useAttempt(['password', 'confirmPassword'], form.setError);

  const submitForm = form.handleSubmit((passwords) =>
    attempt(async () => {
      try {
        await continueAfterReset((await resetPassword({ token, ...passwords })).token);
      } catch (error) {
        if (isProblem(error, 'LINK_NOT_VALID') || isProblem(error, 'LINK_REPLACED')) return onEnded();
        throw error;
      }
    }),
  );

  async function continueAfterReset(sessionToken: string | undefined): Promise<void> {
    const { user } = session.state();
    const otherUser = user !== null && !isSameLogin(user.userEmail, login) ? user.userEmail : null;
    const otherToken = otherUser === null ? null : readToken();
    if (sessionToken !== undefined && (await tryEnterSession(session, sessionToken))) {
      if (otherToken !== null) endSession(otherToken).catch(() => toasts.problem(texts.handoff.otherOpen));
      return navigate({ to: '/', replace: true });
    }
    if (otherUser !== null) {
      toasts.done(texts.otherAccount.set(login, otherUser));
      return navigate({ to: '/', replace: true });
    }
    session.leave(); // All sessions have ended, including the one of this browser.
    return navigate({ to: '/sign-in', state: { login, note: 'passwordSet' }, replace: true });
  }

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submitForm(event)}>
      {problem && <ProblemNotice problem={problem} title={formTexts.failed} />}
      {/* A hidden field with the login, by which password managers know whose password is set. */}
      <input type="hidden" name="username" autoComplete="username" value={login} readOnly />
      <NewPasswordFields register={form.register} trigger={form.trigger} errors={errors} values={values} />
      <Button type="submit" variant="primary" wide busy={isSubmitting} icon={<KeyRound aria-hidden="true" />}>
        {formTexts.submit}
      </Button>
      {formTexts.remark !== undefined && <p className={styles.small}>{formTexts.remark}</p>}
    </form>
  );
}

/** Opens the session and returns whether this succeeded. If the session cannot be opened, the user signs in with the new password. */
async function tryEnterSession(session: Session, token: string): Promise<boolean> {
  try {
    await session.enter(token);
    return true;
  } catch (error) {
    if (error instanceof ApiProblem || error instanceof ClockIsWrong) return false;
    throw error;
  }
}
