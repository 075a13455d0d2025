import { passwordRules } from '@basics/contract/passwords.ts';
import { Check, Minus } from 'lucide-react';
import { passwords as texts } from '#portal/texts/passwords.ts';
import { joinClasses } from '#portal/ui/layout/classes.ts';
import { Announced, VisuallyHidden } from '#portal/ui/layout/visually-hidden.tsx';
import styles from './password-rules.module.css';

/** Shows the five password rules, each checked when the password meets it. */
export function PasswordRules({ id, text }: { id: string; text: string }) {
  const rules = passwordRules.map(({ id: rule, holds }) => ({ rule, isKept: holds(text.normalize('NFKC')) }));
  return (
    <div>
      <ul id={id} className={styles.rules} aria-label={texts.rulesTitle}>
        {rules.map(({ rule, isKept }) => (
          <li key={rule} className={joinClasses(isKept && styles.kept)}>
            {isKept ? <Check aria-hidden="true" /> : <Minus aria-hidden="true" />}
            {texts.rules[rule]}
            <VisuallyHidden>: {isKept ? texts.ruleKept : texts.ruleOpen}</VisuallyHidden>
          </li>
        ))}
      </ul>
      <Announced>{rules.every(({ isKept }) => isKept) && texts.rulesKept}</Announced>
    </div>
  );
}
