import { expect, test } from 'vitest';
import { createPolicy } from '#portal/testing/catalogue.ts';
import { isSamePolicy, pickKnownTerms } from './draft.ts';

test('an older server that does not know the field `renewalDays` does not get this field', () => {
  const newTerms = createPolicy({ renewalDays: null });
  const olderPolicy = { ...newTerms };
  Reflect.deleteProperty(olderPolicy, 'renewalDays');
  expect(isSamePolicy(olderPolicy, newTerms)).toBe(true);
  expect(pickKnownTerms(newTerms, olderPolicy)).not.toHaveProperty('renewalDays');
  expect(pickKnownTerms(newTerms, newTerms)).toHaveProperty('renewalDays', null);
});
