import { Link } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useSetup } from '#portal/brand/brand.tsx';
import { findPasskeyPlace } from '#portal/session/passkeys.tsx';
import { session as texts } from '#portal/texts/session.ts';
import { Form } from '#portal/ui/forms/form.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';
import { PasswordField } from '#portal/ui/fields/password-field.tsx';
import { EmailField } from '#portal/ui/fields/form-field.tsx';
import { useSignInNote } from './sign-in-note.ts';
import styles from './sign-in-page.module.css';
import type { SignIn } from './use-sign-in.ts';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';

// The notices of the form are loaded when the browser is idle (app/routes/preload-when-idle.ts), so that the user can type earlier.
const ProblemNotice = createLazyPart(
  async () => (await import('#portal/session/editing/problem-notice.tsx')).ProblemNotice,
);
const HumanCheckLine = createLazyPart(
  async () => (await import('#portal/session/human-check/human-check-line.tsx')).HumanCheckLine,
);
const PasskeyButton = createLazyPart(async () => (await import('./late-parts.ts')).PasskeyButton, {
  isInFirstView: true,
});
const WorkAccountButton = createLazyPart(async () => (await import('./late-parts.ts')).WorkAccountButton, {
  isInFirstView: true,
});
const DemoAccounts = createLazyPart(async () => (await import('./late-parts.ts')).DemoAccounts, {
  isInFirstView: true,
});

/** The form for login and password. A wrong login and a wrong password show the same message, and the password is selected. */
export function SignInForm({ signIn }: { signIn: SignIn }) {
  const { setup } = useSetup();
  const { problem, busy, changeCredentials, submit } = signIn;
  return (
    <>
      <Form className={styles.form} onSubmit={submit}>
        <Suspense>{problem && <ProblemNotice problem={problem} />}</Suspense>
        <CredentialFields signIn={signIn} />
        <Suspense>{signIn.humanCheck && <HumanCheckLine check={signIn.humanCheck} />}</Suspense>
        <Button type="submit" variant="primary" wide busy={busy}>
          {texts.submit}
        </Button>
      </Form>
      {setup.workAccounts && (
        <div className={styles.workAccount}>
          <Suspense>
            <WorkAccountButton signIn={signIn} />
          </Suspense>
        </div>
      )}
      {findPasskeyPlace(setup) === 'here' && (
        <div className={styles.passkey}>
          <Suspense>
            <PasskeyButton signIn={signIn} />
          </Suspense>
        </div>
      )}
      <p className={styles.register}>
        {texts.noAccount}{' '}
        <Link to="/register" className={styles.link ?? ''}>
          {texts.register}
        </Link>
      </p>
      {setup.demo && (
        <Suspense>
          <DemoAccounts onPick={({ login, password }) => changeCredentials({ login, password })} />
        </Suspense>
      )}
    </>
  );
}

function CredentialFields({ signIn }: { signIn: SignIn }) {
  const { credentials, errors, loginField, passwordField, changeCredentials } = signIn;
  const { login } = useSignInNote();
  // The first field without a text gets the focus, unless the user has already moved it.
  useEffect(() => {
    if (login !== '') passwordField.current?.focus();
    else if (document.activeElement === document.body) loginField.current?.focus({ preventScroll: true });
  }, [login, loginField, passwordField]);
  return (
    <>
      <EmailField
        ref={loginField}
        label={texts.login}
        name="login"
        autoComplete="username"
        value={credentials.login}
        error={errors.login}
        onChange={({ currentTarget }) => changeCredentials({ login: currentTarget.value })}
      />
      <div>
        <PasswordField
          ref={passwordField}
          label={texts.password}
          name="password"
          autoComplete="current-password"
          value={credentials.password}
          error={errors.password}
          onChange={({ currentTarget }) => changeCredentials({ password: currentTarget.value })}
        />
        <Link to="/password/forgot" className={styles.link ?? ''}>
          {texts.forgot}
        </Link>
      </div>
    </>
  );
}
