import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { registration as texts } from '#portal/texts/registration.ts';
import { useSessionState } from '#portal/session/session-context.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import { RegisterForm } from './register-form.tsx';
import styles from './register.module.css';
import type { Registration } from './registration.queries.ts';
import { RequestSent } from './request-sent.tsx';

/** The page to request an account. The reply to the request does not reveal whether the address already has an account. */
export function RegisterPage() {
  const { isAuthenticated } = useSessionState();
  const [sentRequest, setSentRequest] = useState<Registration | null>(null);
  const [previousValues, setPreviousValues] = useState<Registration | null>(null);
  if (sentRequest) {
    return (
      <RequestSent
        email={sentRequest.login}
        onCorrect={() => {
          setPreviousValues({ ...sentRequest, login: '', email: '' });
          setSentRequest(null);
        }}
      />
    );
  }
  return (
    <>
      <PageHeading title={texts.title} introText={texts.lead} />
      <RegisterForm previousValues={previousValues} onSent={setSentRequest} />
      {!isAuthenticated && (
        <p className={styles.onward}>
          {texts.haveAccount} <Link to="/sign-in">{texts.signIn}</Link>
        </p>
      )}
    </>
  );
}
