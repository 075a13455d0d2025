import { expect, test } from 'vitest';
import { readCalendarDay } from './calendar-day.ts';

test.each([
  ['2026-11-23', '2026-11-23'],
  [' 2026/1/5 ', '2026-01-05'],
  ['20261123', '2026-11-23'],
  ['23.11.2026', '2026-11-23'],
  ['5. 1. 2026', '2026-01-05'],
  ['2028-02-29', '2028-02-29'],
])('the text %j is the day %s', (text, calendarDay) => {
  expect(readCalendarDay(text)).toBe(calendarDay);
});

test.each(['', 'soon', '2026', '2026-02-30', '2026-13-01', '2026113', '11/23/2026', '23.11.26', '0000-00-00'])(
  'the text %j is not a day',
  (text) => {
    expect(readCalendarDay(text)).toBeUndefined();
  },
);
