import { beforeEach, expect, test, vi } from 'vitest';
import { createExpiryTimer } from './session-holder.ts';

const minute = 60_000;
let reports: string[];

beforeEach(() => {
  reports = [];
  vi.useFakeTimers({ now: 0 });
});

const createTimer = () =>
  createExpiryTimer({ now: Date.now, onExpirySoon: () => reports.push('near'), onEnd: () => reports.push('end') });

test('the timer reports "near" five minutes before a session ends, and "end" when it has ended', () => {
  createTimer().set(60 * minute);
  vi.advanceTimersByTime(54 * minute + 59_000);
  expect(reports).toEqual([]);
  vi.advanceTimersByTime(2000);
  expect(reports[0]).toBe('near');
  vi.advanceTimersByTime(4 * minute);
  expect(reports).not.toContain('end');
  vi.advanceTimersByTime(minute);
  expect(reports.at(-1)).toBe('end');
});

test('if the session ends while the computer sleeps, the timer reports the end at its first check afterwards', () => {
  const expiry = createTimer();
  expiry.set(60 * minute);
  vi.setSystemTime(61 * minute);
  expiry.check();
  expect(reports).toEqual(['end']);
});

test('after a session is extended, the timer does not report "near" before its new end is near', () => {
  const expiry = createTimer();
  expiry.set(4 * minute);
  expect(reports).toEqual(['near']);
  expiry.set(60 * minute);
  vi.advanceTimersByTime(10 * minute);
  expect(reports).toEqual(['near']);
});

test('after the timer is cleared, it reports nothing', () => {
  const expiry = createTimer();
  expiry.set(60 * minute);
  expiry.clear();
  vi.advanceTimersByTime(120 * minute);
  expiry.check();
  expect(reports).toEqual([]);
});
