import { useRef, useState } from 'react';
import { TextField } from './text-field.tsx';

type DayFieldProps = {
  label: string;
  /** The tooltip: which day is meant, and in which time zone. */
  hint?: string;
  /** For example `2027-03-14`. */
  day: string | undefined;
  onDay: (day: string | undefined) => void;
};

/**
 * A date that filters a list and follows the URL. A date chosen in the calendar applies at once. A typed date applies when the field
 * loses the focus or Enter is pressed, because a year that is typed digit by digit is a complete date four times.
 */
export function DayField({ label, hint, day = '', onDay }: DayFieldProps) {
  const [text, setText] = useState(day);
  const [known, setKnown] = useState(day);
  if (day !== known) {
    setKnown(day);
    setText(day);
  }
  const isTyped = useRef(false);
  const change = (chosen: string): void => {
    if (chosen !== day) onDay(chosen || undefined);
  };
  return (
    <TextField
      type="date"
      label={label}
      title={hint}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        if (!isTyped.current) change(target.value);
      }}
      onPointerDown={() => (isTyped.current = false)}
      onBlur={() => {
        isTyped.current = false;
        change(text);
      }}
      onKeyDown={({ key, altKey }) => {
        if (key === 'Enter') change(text);
        // Any other key may open the calendar.
        isTyped.current = !altKey && /^(\d|Backspace|Delete|Tab|Arrow.*)$/u.test(key);
      }}
    />
  );
}
