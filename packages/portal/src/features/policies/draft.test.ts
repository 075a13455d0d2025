import { expect, test } from 'vitest';
import { createPolicy } from '#portal/testing/catalogue.ts';
import { isSame, pickKnownTerms } from './draft.ts';

test('the field `renewalDays` is not sent to an older server that does not know this field', () => {
  const newTerms = createPolicy({ renewalDays: null });
  const olderPolicy = { ...newTerms };
  Reflect.deleteProperty(olderPolicy, 'renewalDays');
  expect(isSame(olderPolicy, newTerms)).toBe(true);
  expect(pickKnownTerms(newTerms, olderPolicy)).not.toHaveProperty('renewalDays');
  expect(pickKnownTerms(newTerms, newTerms)).toHaveProperty('renewalDays', null);
});
