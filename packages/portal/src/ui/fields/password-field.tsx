import { ArrowBigUpDash, Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps, type KeyboardEvent } from 'react';
import { ui as texts } from '#portal/texts/ui.ts';
import { FieldButton, FormField, type FieldProps } from './form-field.tsx';
import styles from './password-field.module.css';

type PasswordFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'>;

/** A password field with a button to show the password and a warning when Caps Lock is on. Paste and password managers work. */
export function PasswordField({ label, hint, error, optional, ...input }: PasswordFieldProps) {
  const [isShown, setShown] = useState(false);
  const [isCapsLockOn, setCapsLock] = useState(false);
  const updateCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <FormField label={label} hint={hint} error={error} optional={optional ?? false}>
      {(control) => (
        <div>
          <div className={styles.row}>
            <input
              autoCapitalize="none"
              spellCheck={false}
              {...input}
              {...control}
              type={isShown ? 'text' : 'password'}
              onKeyDown={updateCapsLock}
              onKeyUp={updateCapsLock}
            />
            <FieldButton label={texts.showPassword} aria-pressed={isShown} onClick={() => setShown(!isShown)}>
              {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
            </FieldButton>
          </div>
          <output className={styles.caps}>
            {isCapsLockOn && (
              <>
                <ArrowBigUpDash aria-hidden="true" />
                <span>{texts.capsLock}</span>
              </>
            )}
          </output>
        </div>
      )}
    </FormField>
  );
}
