import { useRef, useState } from 'react';
import { TextField } from './text-field.tsx';

type DayFieldProps = {
  label: string;
  /** The tooltip, which explains the meaning and the time zone of the day. */
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
  const [lastDay, setKnown] = useState(day);
  if (day !== lastDay) {
    setKnown(day);
    setText(day);
  }
  const isTyped = useRef(false);
  const commitDay = (chosenDay: string): void => {
    if (chosenDay !== day) onDay(chosenDay || undefined);
  };
  return (
    <TextField
      type="date"
      label={label}
      title={hint}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        if (!isTyped.current) commitDay(target.value);
      }}
      onPointerDown={() => (isTyped.current = false)}
      onBlur={() => {
        isTyped.current = false;
        commitDay(text);
      }}
      onKeyDown={({ key, altKey }) => {
        if (key === 'Enter') commitDay(text);
        // Any other key may open the calendar.
        isTyped.current = !altKey && /^(\d|Backspace|Delete|Tab|Arrow.*)$/u.test(key);
      }}
    />
  );
}
