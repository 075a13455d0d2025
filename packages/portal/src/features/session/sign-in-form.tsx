import { LogIn } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useSetup } from '#portal/brand/brand.tsx';
import { session as texts } from '#portal/messages/en/session.ts';
import { Button } from '#portal/ui/button.tsx';
import { PasswordField } from '#portal/ui/password-field.tsx';
import { TextField } from '#portal/ui/text-field.tsx';
import styles from './sign-in-page.module.css';
import { SignInProblem } from './sign-in-problem.tsx';
import { useSignIn } from './use-sign-in.ts';

const DemoAccounts = lazy(async () => ({ default: (await import('./demo-accounts.tsx')).DemoAccounts }));

/** Login and password; one neutral message when they do not match, and the password selected to be typed again. */
export function SignInForm() {
  const { setup } = useSetup();
  const { credentials, errors, problem, busy, loginField, passwordField, fill, submit } = useSignIn();
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
        {problem && <SignInProblem problem={problem} />}
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
        <Button type="submit" variant="primary" wide busy={busy} icon={<LogIn aria-hidden="true" />}>
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
