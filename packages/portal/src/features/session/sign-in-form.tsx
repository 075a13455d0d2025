import { lazy, Suspense, useEffect } from 'react';
import { useSetup } from '#portal/brand/brand.tsx';
import { session as texts } from '#portal/messages/en/session.ts';
import { Button } from '#portal/ui/button.tsx';
import { PasswordField } from '#portal/ui/password-field.tsx';
import { TextField } from '#portal/ui/text-field.tsx';
import styles from './sign-in-page.module.css';
import { useSignIn } from './use-sign-in.ts';

/** Fetched as soon as the form stands: nobody has to wait for the words of a failure before he can begin. */
const loadSignInProblem = async () => ({ default: (await import('./sign-in-problem.tsx')).SignInProblem });
const SignInProblem = lazy(loadSignInProblem);
const DemoAccounts = lazy(async () => ({ default: (await import('./demo-accounts.tsx')).DemoAccounts }));

/** Login and password; one neutral message when they do not match, and the password selected to be typed again. */
export function SignInForm() {
  const { setup } = useSetup();
  const { credentials, errors, problem, busy, loginField, passwordField, fill, submit } = useSignIn();
  useEffect(() => void loadSignInProblem(), []);
  return (
    <>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Suspense>{problem && <SignInProblem problem={problem} />}</Suspense>
        <TextField
          ref={loginField}
          label={texts.login}
          name="login"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={credentials.login}
          error={errors.login}
          onChange={({ currentTarget }) => fill({ login: currentTarget.value })}
        />
        <PasswordField
          ref={passwordField}
          label={texts.password}
          name="password"
          autoComplete="current-password"
          value={credentials.password}
          error={errors.password}
          onChange={({ currentTarget }) => fill({ password: currentTarget.value })}
        />
        <Button type="submit" variant="primary" wide busy={busy}>
          {texts.submit}
        </Button>
      </form>
      {setup.demo && (
        <Suspense>
          <DemoAccounts onPick={({ login, password }) => fill({ login, password })} />
        </Suspense>
      )}
    </>
  );
}
