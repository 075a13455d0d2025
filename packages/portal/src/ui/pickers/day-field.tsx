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
 * A field for a day by which a list is filtered. When the URL changes, the field shows the day of the URL. A day that is chosen in the
 * calendar or typed as year-month-day is applied at once; a day in another form is applied when the user presses Enter or leaves the field.
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
