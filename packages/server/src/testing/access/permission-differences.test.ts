import { endpoints } from '@basics/contract/api.ts';
import { expect, test } from 'vitest';
import { findPermissionDifferences } from './permission-differences.ts';

test('the permission of every call in the contract allows exactly the profiles that the access table allows', () => {
  expect(findPermissionDifferences(endpoints)).toEqual([]);
});
