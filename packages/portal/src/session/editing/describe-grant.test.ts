import { expect, test } from 'vitest';
import { describeGrant } from './describe-grant.ts';

const createDays = (validFrom: string | null, validTo: string | null) => ({ validFrom, validTo });
const through2027 = createDays(null, '2027-03-14');

test('a tool that the user does not have yet is described as new, with its first and last day', () => {
  expect(describeGrant('Possible', { ...through2027, before: null })).toBe(
    'Possible: a new tool, through 14 March 2027',
  );
  expect(describeGrant('Done', { ...createDays(null, null), before: null })).toBe(
    'Done: a new tool, without time limit',
  );
});

test('if a tool gets an earlier last day, or a last day for the first time, the text says that this is shorter and names the former dates', () => {
  const describeShorterTerm = (before: { validFrom: string | null; validTo: string | null }) =>
    describeGrant('Possible', { ...through2027, before });
  expect(describeShorterTerm(createDays(null, '2028-01-31'))).toBe(
    'Possible: through 14 March 2027. This is shorter than now: through 31 January 2028',
  );
  expect(describeShorterTerm(createDays('2026-06-01', null))).toBe(
    'Possible: through 14 March 2027. This is shorter than now: from 1 June 2026',
  );
});

test('if a tool gets a later last day, the text names the former dates; if the dates stay the same, the text says that nothing changes', () => {
  expect(describeGrant('Possible', { ...createDays(null, null), before: through2027 })).toBe(
    'Possible: without time limit; before: through 14 March 2027',
  );
  expect(describeGrant('Possible', { ...through2027, before: through2027 })).toBe(
    'Possible: through 14 March 2027, as before',
  );
});
