import { CalendarDays } from 'lucide-react';
import { useId, useRef, useState, type ComponentProps, type RefObject } from 'react';
import { formatDay } from '#portal/messages/times.ts';
import { dateField as texts } from '#portal/texts/date-field.ts';
import { useAfterPress } from '#portal/ui/hooks/use-timing.ts';
import { readCalendarDay } from './calendar-day.ts';
import styles from './pickers.module.css';
import { FieldButton, FormField, type FieldProps } from '../fields/form-field.tsx';

type DateFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'id' | 'className' | 'children' | 'type' | 'value' | 'onChange'> & {
    /** The text of the field: a calendar day such as `2026-11-23`, or what the user has typed so far. */
    value: string;
    onChange: (text: string) => void;
    /** Called when the user has finished the entry with a calendar day or with an empty text: by the calendar, by Enter or by leaving the field. */
    onComplete?: (calendarDay: string) => void;
  };

const entryAttributes = {
  type: 'text',
  inputMode: 'numeric',
  autoComplete: 'off',
  spellCheck: false,
  size: 14,
  maxLength: 16,
  placeholder: texts.pattern,
} as const;

/**
 * A field for a calendar day, which is written the same way in every browser: year, month, day. The day is also shown in words. The browser's
 * calendar opens by its button, or by Alt+ArrowDown as in the browser's own date field.
 */
export function DateField(props: DateFieldProps) {
  const { label, hint, error, optional, value, onChange, onComplete, onBlur, onKeyDown, ...input } = props;
  const wordsId = useId();
  const calendar = useRef<HTMLInputElement>(null);
  const afterPress = useAfterPress();
  const [isUnknown, setUnknown] = useState(false);
  const calendarDay = readCalendarDay(value);

  function changeText(text: string): void {
    setUnknown(false);
    onChange(text);
  }

  function completeEntry(): void {
    const isEmpty = value.trim() === '';
    if (calendarDay === undefined && !isEmpty) return afterPress(() => setUnknown(true));
    if (calendarDay !== undefined && calendarDay !== value) onChange(calendarDay);
    onComplete?.(calendarDay ?? '');
  }

  return (
    <FormField label={label} hint={hint} error={isUnknown ? texts.unknown : error} optional={optional ?? false}>
      {({ 'aria-describedby': descriptionIds, ...control }) => (
        <>
          <span className={styles.pair}>
            <input
              {...entryAttributes}
              {...input}
              {...control}
              aria-describedby={[descriptionIds, wordsId].filter(Boolean).join(' ')}
              value={value}
              onChange={({ currentTarget }) => changeText(currentTarget.value)}
              onBlur={(event) => {
                completeEntry();
                onBlur?.(event);
              }}
              onKeyDown={(event) => {
                if (event.key === 'Enter') completeEntry();
                if (event.key === 'ArrowDown' && event.altKey) calendar.current?.showPicker();
                onKeyDown?.(event);
              }}
            />
            <Calendar
              ref={calendar}
              calendarDay={calendarDay}
              disabled={input.disabled}
              onChoose={(chosenDay) => {
                changeText(chosenDay);
                onComplete?.(chosenDay);
              }}
            />
          </span>
          <span id={wordsId} className={styles.words}>
            {calendarDay !== undefined && formatDay(calendarDay)}
          </span>
        </>
      )}
    </FormField>
  );
}

type CalendarProps = {
  ref: RefObject<HTMLInputElement | null>;
  calendarDay: string | undefined;
  disabled: boolean | undefined;
  onChoose: (calendarDay: string) => void;
};

/**
 * The browser's calendar and the button that opens it. The Tab key skips the calendar and the button, because a day can also be entered in
 * the text field.
 */
const Calendar = ({ ref, calendarDay = '', disabled = false, onChoose }: CalendarProps) => (
  <>
    <input
      ref={ref}
      type="date"
      className={styles.calendar}
      tabIndex={-1}
      aria-hidden="true"
      value={calendarDay}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
    {!disabled && (
      <FieldButton label={texts.openCalendar} tabIndex={-1} onClick={() => ref.current?.showPicker()}>
        <CalendarDays aria-hidden="true" />
      </FieldButton>
    )}
  </>
);

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
