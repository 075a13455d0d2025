import { expect, test } from 'vitest';
import { days, hours, minutes } from '#server/platform/clock/clock.ts';
import { maxAttempts, computeWaitMs } from './mail-fault.ts';

const middleFraction = 0.5;

test('the wait before the second attempt to send an e-mail is one minute; each later wait is three times as long, up to six hours', () => {
  const waitTimes = [1, 2, 3, 7, 12].map((attempt) => computeWaitMs(attempt, middleFraction));
  expect(waitTimes).toEqual([minutes(1), minutes(3), minutes(9), hours(6), hours(6)]);
});

test('the random part changes the time between two attempts by at most a fifth', () => {
  expect([computeWaitMs(1, 0), computeWaitMs(1, 1)]).toEqual([48_000, 72_000]);
});

test('all attempts to send an e-mail together take about two days', () => {
  const waitTimes = Array.from({ length: maxAttempts - 1 }, (_, index) => computeWaitMs(index + 1, middleFraction));
  const totalMs = waitTimes.reduce((sum, waitTime) => sum + waitTime, 0);
  expect(totalMs).toBeGreaterThan(days(1.5));
  expect(totalMs).toBeLessThan(days(2.5));
});
