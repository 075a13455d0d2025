import { describe, expect, test } from 'vitest';
import { days, minutes, seconds } from '#server/platform/clock/clock.ts';
import { findAgeProblem } from './refusal.ts';

const now = Date.parse('2026-03-10T12:00:00.000Z');
const checkAge = (at: number) => findAgeProblem(Math.floor(at / 1000), now);

describe('the age of a verification code', () => {
  test.each([
    ['created now', 0],
    ['of a PC whose clock is 10 minutes ahead', minutes(10)],
    ['that is 29 days old', -days(29)],
    ['that is 30 days old to the second', -days(30)],
  ])('a code %s is accepted', (_, difference) => {
    expect(checkAge(now + difference)).toBeNull();
  });

  test.each([
    ['one second', days(30) + seconds(1), 30],
    ['a day', days(31), 31],
    ['more than a year', days(400), 400],
  ])('a code that is %s too old is refused with its age', (_, age, message) => {
    const ageProblem = checkAge(now - age);
    expect(ageProblem?.code).toBe('CODE_TOO_OLD');
    expect(ageProblem?.message).toContain(`This code is ${message} days old`);
  });

  test.each([
    ['10 minutes and a second', minutes(10) + seconds(1), '10 minutes'],
    ['an hour and a half', minutes(90), '90 minutes'],
    ['two hours', minutes(120), '2 hours'],
    ['a day and an hour', minutes(25 * 60), '25 hours'],
    ['two days', days(2), '2 days'],
    ['a century', days(36_500), '36500 days'],
  ])('a code from a clock that is %s ahead is refused with the difference', (_, ahead, message) => {
    const ageProblem = checkAge(now + ahead);
    expect(ageProblem?.code).toBe('CLOCK_AHEAD');
    expect(ageProblem?.message).toContain(`clock of this PC is ${message} ahead`);
  });

  test.each([
    ['400 days and a second', now - days(400) - seconds(1), '3 February 2025'],
    ['the first day of a mainboard', Date.parse('2019-01-01T00:03:00.000Z'), '1 January 2019'],
    ['the Unix epoch', 0, '1 January 1970'],
  ])('a code from a clock that shows %s is refused with its date, because the clock is behind', (_, at, message) => {
    const ageProblem = checkAge(at);
    expect(ageProblem?.code).toBe('CLOCK_BEHIND');
    expect(ageProblem?.message).toContain(`The clock of this PC says ${message}.`);
  });
});
