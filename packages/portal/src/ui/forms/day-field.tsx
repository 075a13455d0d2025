import { useRef, useState } from 'react';
import { TextField } from './text-field.tsx';

type DayFieldProps = {
  label: string;
  /** For whoever rests on it: which day is meant where. */
  hint?: string;
  /** `2027-03-14`. */
  day: string | undefined;
  onDay: (day: string | undefined) => void;
};

/**
 * A day that narrows a list, and follows the address. One chosen from the calendar is asked for at once; one that is typed when the
 * field is left or Enter pressed, since a year typed digit by digit is a whole date four times.
 */
export function DayField({ label, hint, day = '', onDay }: DayFieldProps) {
  const [text, setText] = useState(day);
  const [known, setKnown] = useState(day);
  if (day !== known) {
    setKnown(day);
    setText(day);
  }
  const isTyped = useRef(false);
  const take = (chosen: string): void => {
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
        if (!isTyped.current) take(target.value);
      }}
      onPointerDown={() => (isTyped.current = false)}
      onBlur={() => {
        isTyped.current = false;
        take(text);
      }}
      onKeyDown={({ key, altKey }) => {
        if (key === 'Enter') take(text);
        // Any other key may open the calendar.
        isTyped.current = !altKey && /^(\d|Backspace|Delete|Tab|Arrow.*)$/u.test(key);
      }}
    />
  );
}
