import { Link } from '@tanstack/react-router';
import { useState, useEffect } from 'react';
import { registration as texts } from '#portal/texts/registration.ts';
import { useSessionState } from '#portal/session/session-context.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import { RegisterForm } from './register-form.tsx';
import styles from './register.module.css';
import type { Registration } from './registration.queries.ts';
import { DemoMail } from '#portal/session/demo-mail.tsx';
import { Button } from '#portal/ui/buttons/button.tsx';

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

/** Says that the request was sent. The message does not reveal whether the address already has an account. */
function RequestSent({ email, onCorrect }: { email: string; onCorrect: () => void }) {
  useEffect(() => document.querySelector<HTMLElement>('h1')?.focus(), []);
  return (
    <>
      <PageHeading title={texts.sentTitle} introText={texts.sentLead(email)} />
      <div className={styles.stack}>
        <DemoMail />
        <section aria-labelledby="register-next">
          <h2 id="register-next" className={styles.nextTitle}>
            {texts.nextTitle}
          </h2>
          <ol className={styles.next}>
            {texts.next.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
        <p className={styles.small}>{texts.noMail}</p>
        <div>
          <Button onClick={onCorrect}>{texts.correct}</Button>
        </div>
      </div>
    </>
  );
}
