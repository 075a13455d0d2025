import { addMonths } from '#server/platform/clock/clock.ts';
import { expect, test } from 'vitest';
import { findMoveEnd } from './tool-usage.ts';

const noon = (day: string) => Date.parse(`${day}T12:00:00.000Z`);

test.each([
  ['2026-03-10', '2027-03-10'],
  ['2026-12-31', '2027-12-31'],
  ['2027-02-28', '2028-02-28'],
  ['2028-02-29', '2029-03-01'],
])('a move on %s counts until %s', (movedOn, countsUntil) => {
  const moveEnd = findMoveEnd(noon(movedOn));
  expect(moveEnd).toBe(noon(countsUntil));
  expect(noon(movedOn)).toBeGreaterThan(addMonths(moveEnd - 86_400_000, -12));
  expect(noon(movedOn)).toBeLessThanOrEqual(addMonths(moveEnd, -12));
});
