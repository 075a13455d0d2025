import { useId } from 'react';
import type { FieldErrors, FieldPath, UseFormRegister, UseFormTrigger } from 'react-hook-form';
import { passwords as texts } from '#portal/texts/passwords.ts';
import { PasswordField } from '#portal/ui/forms/password-field.tsx';
import { useAfterPress } from '#portal/ui/layout/use-after-press.ts';
import styles from './passwords.module.css';
import { PasswordRules } from './password-rules.tsx';

type Passwords = { password: string; confirmPassword: string };

type NewPasswordFieldsProps = {
  register: UseFormRegister<Passwords>;
  trigger: UseFormTrigger<Passwords>;
  errors: FieldErrors<Passwords>;
  values: Partial<Passwords>;
};

/** The new password with its rules, and its repetition; the match is checked when the second field loses the focus. */
export function NewPasswordFields({ register, trigger, errors, values }: NewPasswordFieldsProps) {
  const rules = useId();
  const afterPress = useAfterPress();
  const check = (name: FieldPath<Passwords>) => void trigger(name);
  return (
    <>
      <div className={styles.group}>
        <PasswordField
          {...register('password', { onChange: () => errors.confirmPassword && check('confirmPassword') })}
          label={texts.newPassword}
          autoComplete="new-password"
          error={errors.password?.message}
        />
        <PasswordRules id={rules} text={values.password ?? ''} />
      </div>
      <PasswordField
        {...register('confirmPassword', {
          onBlur: () => values.confirmPassword && afterPress(() => check('confirmPassword')),
          onChange: () => errors.confirmPassword && check('confirmPassword'),
        })}
        label={texts.confirmPassword}
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
      />
    </>
  );
}
