import { ArrowRight } from 'lucide-react';
import { passwords as texts } from '#portal/texts/passwords.ts';
import { Button } from '#portal/ui/buttons/button.tsx';
import { PageHeading } from '#portal/ui/headings/page-heading.tsx';
import styles from '../passwords/passwords.module.css';

type SwitchAccountProps = {
  /** Names the user who is signed in, and the account to which the link belongs. */
  question: string;
  currentUser: string;
  continueLabel: string;
  onContinue: () => void;
  onStay: () => void;
};

/** Asks a signed-in user before a link of another account is used in the same browser. */
export const SwitchAccount = ({ question, currentUser, continueLabel, onContinue, onStay }: SwitchAccountProps) => (
  <>
    <PageHeading title={texts.handoff.askTitle} introText={question} />
    <div className={styles.actions}>
      <Button variant="primary" icon={<ArrowRight aria-hidden="true" />} onClick={onContinue}>
        {continueLabel}
      </Button>
      <Button onClick={onStay}>{texts.handoff.stay(currentUser)}</Button>
    </div>
  </>
);
