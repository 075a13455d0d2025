import type { ComponentProps } from 'react';
import styles from './colour-field.module.css';
import { FormField } from './form-field.tsx';
import type { FieldProps } from './form-field.tsx';

type ColourFieldProps = Omit<FieldProps, 'optional'> &
  Omit<ComponentProps<'input'>, 'id' | 'className' | 'children' | 'type'> & {
    /** What stands in the field now. */
    colour: string;
    /** Names the platform's own picker, which is a second way to the same value. */
    pickLabel: string;
    onPick: (colour: string) => void;
  };

/** A colour as `#rrggbb`: typed, or picked from the platform's own chooser beside it. */
export const ColourField = ({ label, hint, error, colour, pickLabel, onPick, ...input }: ColourFieldProps) => (
  <FormField label={label} hint={hint} error={error}>
    {(control) => (
      <span className={styles.pair}>
        <input
          type="color"
          className={styles.picker}
          aria-label={pickLabel}
          value={/^#[0-9a-f]{6}$/i.test(colour) ? colour.toLowerCase() : '#000000'}
          onChange={({ currentTarget }) => onPick(currentTarget.value)}
        />
        <input type="text" spellCheck={false} autoComplete="off" maxLength={7} {...input} {...control} />
      </span>
    )}
  </FormField>
);
