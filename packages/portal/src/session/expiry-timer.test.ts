import { beforeEach, expect, test, vi } from 'vitest';
import { createExpiryTimer } from './expiry-timer.ts';

const minute = 60_000;
let told: string[];

beforeEach(() => {
  told = [];
  vi.useFakeTimers({ now: 0 });
});

const timer = () =>
  createExpiryTimer({ now: Date.now, onNear: () => told.push('near'), onEnd: () => told.push('end') });

test('the end of the session is announced five minutes before, and then reported', () => {
  timer().set(60 * minute);
  vi.advanceTimersByTime(54 * minute + 59_000);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(2000);
  expect(told[0]).toBe('near');
  vi.advanceTimersByTime(4 * minute);
  expect(told).not.toContain('end');
  vi.advanceTimersByTime(minute);
  expect(told.at(-1)).toBe('end');
});

test('after the computer has slept, the end is noticed at the next check', () => {
  const expiry = timer();
  expiry.set(60 * minute);
  vi.setSystemTime(61 * minute);
  expiry.check();
  expect(told).toEqual(['end']);
});

test('an extended session is announced again', () => {
  const expiry = timer();
  expiry.set(4 * minute);
  expect(told).toEqual(['near']);
  expiry.set(60 * minute);
  vi.advanceTimersByTime(10 * minute);
  expect(told).toEqual(['near']);
});

test('nothing is reported after the session has ended', () => {
  const expiry = timer();
  expiry.set(60 * minute);
  expiry.clear();
  vi.advanceTimersByTime(120 * minute);
  expiry.check();
  expect(told).toEqual([]);
});
