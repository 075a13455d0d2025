import type { ComponentProps } from 'react';
import styles from './pickers.module.css';
import { FormField, type FieldProps } from '../fields/form-field.tsx';

type ColourFieldProps = Omit<FieldProps, 'optional'> &
  Omit<ComponentProps<'input'>, 'id' | 'className' | 'children' | 'type'> & {
    /** The text in the field now. */
    colour: string;
    /** The label of the browser's colour picker, a second way to enter the same value. */
    pickLabel: string;
    onPick: (colour: string) => void;
  };

/** A field for a colour as `#rrggbb`, typed or chosen in the browser's colour picker next to it. */
export const ColourField = ({ label, hint, error, colour, pickLabel, onPick, ...input }: ColourFieldProps) => (
  <FormField label={label} hint={hint} error={error}>
    {(control) => (
      <span className={styles.colourPair}>
        <input
          type="color"
          className={styles.colourPicker}
          aria-label={pickLabel}
          value={/^#[0-9a-f]{6}$/i.test(colour) ? colour.toLowerCase() : '#000000'}
          onChange={({ currentTarget }) => onPick(currentTarget.value)}
        />
        <input type="text" spellCheck={false} autoComplete="off" maxLength={7} {...input} {...control} />
      </span>
    )}
  </FormField>
);
