import { Link } from '@tanstack/react-router';
import { LogIn } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { useSetup } from '#portal/brand/brand.tsx';
import { session as texts } from '#portal/messages/en/session.ts';
import { HumanCheckLine } from '#portal/session/human-check-line.tsx';
import { hasPasskeys } from '#portal/session/passkeys.ts';
import { ProblemNotice } from '#portal/session/problem-notice.tsx';
import { Button } from '#portal/ui/button.tsx';
import { PasswordField } from '#portal/ui/password-field.tsx';
import { TextField } from '#portal/ui/text-field.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { useSignInNote } from './sign-in-note.ts';
import styles from './sign-in-page.module.css';
import type { SignIn } from './use-sign-in.ts';

const DemoAccounts = lazy(async () => ({ default: (await import('./demo-accounts.tsx')).DemoAccounts }));

/** Login and password; one neutral message when they do not match, and the password selected to be typed again. */
export function SignInForm({ signIn }: { signIn: SignIn }) {
  const { setup } = useSetup();
  const { problem, busy, change, submit } = signIn;
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
        {problem && <ProblemNotice problem={problem} />}
        <CredentialFields signIn={signIn} />
        {signIn.humanState && <HumanCheckLine state={signIn.humanState} />}
        <Button type="submit" variant="primary" wide busy={busy} icon={<LogIn aria-hidden="true" />}>
          {texts.submit}
        </Button>
      </form>
      {hasPasskeys() && <PasskeyButton signIn={signIn} />}
      <p className={styles.register}>
        {texts.noAccount}{' '}
        <Link to="/register" className={styles.link ?? ''}>
          {texts.register}
        </Link>
      </p>
      {setup.demo && (
        <Suspense>
          <DemoAccounts onPick={({ login, password }) => change({ login, password })} />
        </Suspense>
      )}
    </>
  );
}

function CredentialFields({ signIn }: { signIn: SignIn }) {
  const { credentials, errors, loginField, passwordField, change } = signIn;
  const { login } = useSignInNote();
  // What the page before has filled in needs no second look.
  useEffect(() => {
    if (login !== '') passwordField.current?.focus();
  }, [login, passwordField]);
  return (
    <>
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
        onChange={({ currentTarget }) => change({ login: currentTarget.value })}
      />
      <div>
        <PasswordField
          ref={passwordField}
          label={texts.password}
          name="password"
          autoComplete="current-password"
          value={credentials.password}
          error={errors.password}
          onChange={({ currentTarget }) => change({ password: currentTarget.value })}
        />
        <Link to="/password/forgot" className={styles.link ?? ''}>
          {texts.forgot}
        </Link>
      </div>
    </>
  );
}
