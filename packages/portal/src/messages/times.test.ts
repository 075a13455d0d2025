import { describe, expect, test } from 'vitest';
import { formatAgo, formatDayFromNow, countDaysUntil, formatDay, formatDuration, formatShortDate } from './times.ts';

const noon = Date.parse('2026-11-21T12:00:00Z');

test('a calendar day does not depend on the time zone', () => {
  expect(formatDay('2027-03-14')).toBe('14 March 2027');
  expect(formatShortDate('2027-03-14')).toBe('14 Mar 2027');
});

test('days are counted in calendar days, independent of the time of day', () => {
  expect(countDaysUntil('2026-11-21', Date.parse('2026-11-21T23:59:59Z'))).toBe(0);
  expect(countDaysUntil('2026-11-22', Date.parse('2026-11-21T23:59:59Z'))).toBe(1);
  expect(countDaysUntil('2026-11-20', noon)).toBe(-1);
});

test.each([
  ['2026-11-21', 'today'],
  ['2026-11-22', 'tomorrow'],
  ['2026-11-20', 'yesterday'],
  ['2026-12-03', 'in 12 days'],
  ['2026-11-18', '3 days ago'],
])('seen from 21 November, %s is %s', (calendarDay, phrase) => {
  expect(formatDayFromNow(calendarDay, noon)).toBe(phrase);
});

describe('a duration is formatted in its largest whole unit', () => {
  test.each([
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [7199, '1 hour'],
    [86_400, '1 day'],
    [9 * 86_400 + 3600, '9 days'],
  ])('%d seconds', (seconds, phrase) => {
    expect(formatDuration(seconds)).toBe(phrase);
  });
});

test('a time less than a minute ago, or in the future because of a fast clock, is "just now"', () => {
  expect(formatAgo(59)).toBe('just now');
  expect(formatAgo(-300)).toBe('just now');
  expect(formatAgo(300)).toBe('5 minutes ago');
});
