import { passwordRules } from '@basics/contract/passwords.ts';
import { Check, Minus } from 'lucide-react';
import { passwords as texts } from '#portal/texts/passwords.ts';
import { joinClasses } from '#portal/ui/layout/classes.ts';
import { AnnouncedText, VisuallyHidden } from '#portal/ui/layout/visually-hidden.tsx';
import styles from './password-rules.module.css';

/** Lists the five password rules. Rules that the password meets have a check mark. */
export function PasswordRules({ id, password }: { id: string; password: string }) {
  const rules = passwordRules.map(({ id: rule, isMetBy }) => ({
    rule,
    isMet: isMetBy(password.normalize('NFKC')),
  }));
  return (
    <div>
      <ul id={id} className={styles.rules} aria-label={texts.rulesTitle}>
        {rules.map(({ rule, isMet }) => (
          <li key={rule} className={joinClasses(isMet && styles.kept)}>
            {isMet ? <Check aria-hidden="true" /> : <Minus aria-hidden="true" />}
            <span>{texts.rules[rule]}</span>
            <VisuallyHidden>{`: ${isMet ? texts.ruleKept : texts.ruleOpen}`}</VisuallyHidden>
          </li>
        ))}
      </ul>
      <AnnouncedText>{rules.every(({ isMet }) => isMet) && texts.rulesKept}</AnnouncedText>
    </div>
  );
}
