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
