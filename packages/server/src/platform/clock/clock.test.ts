import { addMonths, toUtcDay, endOfDay } from './clock.ts';
import { describe, expect, test } from 'vitest';

const parseTime = (text: string) => Date.parse(text);

describe('the UTC day of a time', () => {
  test('a time at any hour, in any time zone, is formatted as its day in UTC', () => {
    expect(toUtcDay(parseTime('2026-03-10T00:00:00.000Z'))).toBe('2026-03-10');
    expect(toUtcDay(parseTime('2026-03-10T23:59:59.999Z'))).toBe('2026-03-10');
    expect(toUtcDay(parseTime('2026-03-11T01:30:00+02:00'))).toBe('2026-03-10');
  });

  test('the end of a day is its last second in UTC', () => {
    expect(endOfDay(parseTime('2026-03-10T00:00:00Z'))).toBe(parseTime('2026-03-10T23:59:59Z'));
    expect(endOfDay(parseTime('2026-03-10T23:59:59.999Z'))).toBe(parseTime('2026-03-10T23:59:59Z'));
  });
});

describe('the addition of months to a date', () => {
  test.each([
    ['2026-03-10T12:00:00Z', 12, '2027-03-10T12:00:00Z'],
    ['2026-12-31T23:59:59Z', 6, '2027-06-30T23:59:59Z'],
    ['2026-01-31T08:00:00Z', 1, '2026-02-28T08:00:00Z'],
    ['2028-01-31T08:00:00Z', 1, '2028-02-29T08:00:00Z'],
    ['2028-02-29T08:00:00Z', 12, '2029-02-28T08:00:00Z'],
    ['2026-10-31T08:00:00Z', 1, '2026-11-30T08:00:00Z'],
    ['2026-03-10T12:00:00Z', -12, '2025-03-10T12:00:00Z'],
    ['2026-03-31T12:00:00Z', -1, '2026-02-28T12:00:00Z'],
    ['2026-03-10T12:00:00Z', 0, '2026-03-10T12:00:00Z'],
  ])('%s plus %i months is %s', (from, months, to) => {
    expect(new Date(addMonths(parseTime(from), months)).toISOString()).toBe(new Date(parseTime(to)).toISOString());
  });
});
