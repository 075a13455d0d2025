import { beforeEach, expect, test, vi } from 'vitest';
import { createExpiryTimer } from './expiry-timer.ts';

const minute = 60_000;
let reports: string[];

beforeEach(() => {
  reports = [];
  vi.useFakeTimers({ now: 0 });
});

const createTimer = () =>
  createExpiryTimer({ now: Date.now, onExpirySoon: () => reports.push('near'), onEnd: () => reports.push('end') });

test('the end of a session is announced five minutes before, and reported when the session has ended', () => {
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

test('after the computer has slept, the end is noticed at the next check', () => {
  const expiry = createTimer();
  expiry.set(60 * minute);
  vi.setSystemTime(61 * minute);
  expiry.check();
  expect(reports).toEqual(['end']);
});

test('an extended session is announced again', () => {
  const expiry = createTimer();
  expiry.set(4 * minute);
  expect(reports).toEqual(['near']);
  expiry.set(60 * minute);
  vi.advanceTimersByTime(10 * minute);
  expect(reports).toEqual(['near']);
});

test('nothing is reported after the session has ended', () => {
  const expiry = createTimer();
  expiry.set(60 * minute);
  expiry.clear();
  vi.advanceTimersByTime(120 * minute);
  expiry.check();
  expect(reports).toEqual([]);
});
