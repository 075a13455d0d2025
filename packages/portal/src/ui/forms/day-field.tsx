import { useState } from 'react';
import { readCalendarDay } from './calendar-day.ts';
import { DateField } from './date-field.tsx';

type DayFieldProps = {
  label: string;
  /** The tooltip, which explains the meaning and the time zone of the day. */
  hint?: string;
  /** The chosen day, such as `2027-03-14`; undefined if none is chosen. */
  day: string | undefined;
  onDay: (day: string | undefined) => void;
};

/**
 * A date that filters a list and follows the URL. A day chosen in the calendar or typed as year-month-day applies at once; a day typed in
 * another way applies by Enter, and when the field loses the focus.
 */
export function DayField({ label, hint, day = '', onDay }: DayFieldProps) {
  const [text, setText] = useState(day);
  const [lastDay, setLastDay] = useState(day);
  if (day !== lastDay) {
    setLastDay(day);
    setText(day);
  }
  const commitDay = (calendarDay: string): void => {
    if (calendarDay !== day) onDay(calendarDay || undefined);
  };
  return (
    <DateField
      label={label}
      title={hint}
      value={text}
      onChange={(newText) => {
        setText(newText);
        if (newText === '' || readCalendarDay(newText) === newText) commitDay(newText);
      }}
      onComplete={commitDay}
    />
  );
}
