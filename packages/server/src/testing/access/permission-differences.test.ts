import { endpoints } from '@basics/contract/api.ts';
import { expect, test } from 'vitest';
import { permissionDifferences } from './permission-differences.ts';

test('the permission of every call lets in those whom the table of access lets in, and nobody else', () => {
  expect(permissionDifferences(endpoints)).toEqual([]);
});
