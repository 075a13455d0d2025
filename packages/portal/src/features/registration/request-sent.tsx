import { useEffect } from 'react';
import { registration as texts } from '#portal/texts/registration.ts';
import { DemoMail } from '#portal/session/demo-mail.tsx';
import { Button } from '#portal/ui/layout/button.tsx';
import { PageHeading } from '#portal/ui/layout/page-heading.tsx';
import styles from './register.module.css';

/** Says that the request was sent. The message does not reveal whether the address already has an account. */
export function RequestSent({ email, onCorrect }: { email: string; onCorrect: () => void }) {
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
