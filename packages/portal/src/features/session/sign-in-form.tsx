import { Link } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useSetup } from '#portal/brand/brand.tsx';
import { session as texts } from '#portal/texts/session.ts';
import { Button } from '#portal/ui/layout/button.tsx';
import { PasswordField } from '#portal/ui/forms/password-field.tsx';
import { TextField } from '#portal/ui/forms/text-field.tsx';
import { useSignInNote } from './sign-in-note.ts';
import styles from './sign-in-page.module.css';
import type { SignIn } from './use-sign-in.ts';
import { createLazyPart } from '#portal/loading/lazy-part.tsx';

/** Loaded when the form is shown, so that the user does not wait for the error texts before typing. */
const loadProblemNotice = async () => (await import('./late-parts.ts')).ProblemNotice;
const ProblemNotice = createLazyPart(loadProblemNotice);
const HumanCheckLine = createLazyPart(
  async () => (await import('#portal/session/human-check/human-check-line.tsx')).HumanCheckLine,
);
const PasskeyButton = createLazyPart(async () => (await import('./late-parts.ts')).PasskeyButton, {
  isInFirstView: true,
});
const DemoAccounts = createLazyPart(async () => (await import('./late-parts.ts')).DemoAccounts, {
  isInFirstView: true,
});

/** The page is also rendered by the build, which cannot know: nearly all browsers have passkeys. */
const mayHavePasskeys = typeof window === 'undefined' || 'PublicKeyCredential' in window;

/** The login and the password; one neutral message when they do not match, and the password is selected. */
export function SignInForm({ signIn }: { signIn: SignIn }) {
  const { setup } = useSetup();
  const { problem, busy, change, submit } = signIn;
  useEffect(() => void loadProblemNotice(), []);
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
        <Suspense>{problem && <ProblemNotice problem={problem} />}</Suspense>
        <CredentialFields signIn={signIn} />
        <Suspense>{signIn.human && <HumanCheckLine check={signIn.human} />}</Suspense>
        <Button type="submit" variant="primary" wide busy={busy}>
          {texts.submit}
        </Button>
      </form>
      {mayHavePasskeys && (
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
          <DemoAccounts onPick={({ login, password }) => change({ login, password })} />
        </Suspense>
      )}
    </>
  );
}

function CredentialFields({ signIn }: { signIn: SignIn }) {
  const { credentials, errors, loginField, passwordField, change } = signIn;
  const { login } = useSignInNote();
  // The previous page filled in the login, so the password gets the focus.
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
