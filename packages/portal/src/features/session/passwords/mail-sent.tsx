import { LogIn } from 'lucide-react';
import { useEffect } from 'react';
import { passwords as texts } from '#portal/texts/passwords.ts';
import { DemoMail } from '#portal/session/demo-mail.tsx';
import { Button, LinkButton } from '#portal/ui/buttons/button.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import styles from './passwords.module.css';

/** Says that the e-mail was sent. The message is the same for every address, so that it does not reveal whether an account exists. */
export function MailSent({ email, onOtherAddress }: { email: string; onOtherAddress: () => void }) {
  useEffect(() => document.querySelector<HTMLElement>('h1')?.focus(), []);
  return (
    <>
      <PageHeading title={texts.mailSentTitle} introText={texts.mailSent(email)} />
      <div className={styles.stack}>
        <DemoMail />
        <ul className={styles.hints}>
          {texts.mailSentHints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
        <div className={styles.actions}>
          <LinkButton to="/sign-in" variant="primary" icon={<LogIn aria-hidden="true" />}>
            {texts.toSignIn}
          </LinkButton>
          <Button onClick={onOtherAddress}>{texts.otherAddress}</Button>
        </div>
      </div>
    </>
  );
}
