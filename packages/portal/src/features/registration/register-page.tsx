import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { registration as texts } from '#portal/texts/registration.ts';
import { useSessionState } from '#portal/session/session-context.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { RegisterForm } from './register-form.tsx';
import styles from './register.module.css';
import type { Registration } from './registration.queries.ts';
import { RequestSent } from './request-sent.tsx';

/** The page to request an account. The answer is the same for an address that already has an account. */
export function RegisterPage() {
  const { isAuthenticated } = useSessionState();
  const [sent, setSent] = useState<Registration | null>(null);
  const [kept, setKept] = useState<Registration | null>(null);
  if (sent) {
    return (
      <RequestSent
        email={sent.login}
        onCorrect={() => {
          setKept({ ...sent, login: '', email: '' });
          setSent(null);
        }}
      />
    );
  }
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      <RegisterForm kept={kept} onSent={setSent} />
      {!isAuthenticated && (
        <p className={styles.onward}>
          {texts.haveAccount} <Link to="/sign-in">{texts.signIn}</Link>
        </p>
      )}
    </>
  );
}
