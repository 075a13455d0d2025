import { useId } from 'react';
import type { FieldErrors, FieldPath, UseFormRegister, UseFormTrigger } from 'react-hook-form';
import { passwords as texts } from '#portal/texts/passwords.ts';
import { PasswordField } from '#portal/ui/fields/password-field.tsx';
import { useAfterPress } from '#portal/ui/hooks/use-timing.ts';
import styles from './passwords.module.css';
import { passwordRules } from '@basics/contract/session/passwords.ts';
import { Check, Minus } from 'lucide-react';
import { joinClasses, AnnouncedText, VisuallyHidden } from '#portal/ui/layout/layout.tsx';

type Passwords = { password: string; confirmPassword: string };

type NewPasswordFieldsProps = {
  register: UseFormRegister<Passwords>;
  trigger: UseFormTrigger<Passwords>;
  errors: FieldErrors<Passwords>;
  values: Partial<Passwords>;
};

/**
 * The fields for the new password and its repetition, with the password rules. When the second field loses the focus, the form checks that
 * both passwords are the same.
 */
export function NewPasswordFields({ register, trigger, errors, values }: NewPasswordFieldsProps) {
  const rulesId = useId();
  const runAfterPress = useAfterPress();
  const validateField = (fieldName: FieldPath<Passwords>) => void trigger(fieldName);
  return (
    <>
      <div className={styles.group}>
        <PasswordField
          {...register('password', { onChange: () => errors.confirmPassword && validateField('confirmPassword') })}
          label={texts.newPassword}
          autoComplete="new-password"
          error={errors.password?.message}
        />
        <PasswordRules id={rulesId} password={values.password ?? ''} />
      </div>
      <PasswordField
        {...register('confirmPassword', {
          onBlur: () => values.confirmPassword && runAfterPress(() => validateField('confirmPassword')),
          onChange: () => errors.confirmPassword && validateField('confirmPassword'),
        })}
        label={texts.confirmPassword}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
      />
    </>
  );
}

/** Lists the five password rules. Rules that the password meets have a check mark. */
function PasswordRules({ id, password }: { id: string; password: string }) {
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
