import { endpoints } from '@basics/contract/api.ts';
import { expect, test } from 'vitest';
import { permissionDifferences } from './permission-differences.ts';

test('the permission of every call in the contract allows exactly the profiles that the access table allows', () => {
  expect(permissionDifferences(endpoints)).toEqual([]);
});
