import { limits } from '@basics/contract/limits.ts';
import { expect, test } from 'vitest';
import { callInParts } from './in-parts.ts';

const ids = Array.from({ length: limits.page.max + 1 }, (_, index) => index + 1);

test('no call gets more ids than its limit, and the results are in the order of the ids', async () => {
  const partSizes: number[] = [];
  const results = await callInParts(ids, async (partIds) => {
    partSizes.push(partIds.length);
    return { results: partIds };
  });
  expect(partSizes).toEqual([limits.page.max, 1]);
  expect(results).toEqual(ids);
});

test('after a failed call there are no more calls', async () => {
  let callCount = 0;
  const failedCalls = callInParts(ids, () => {
    callCount += 1;
    return Promise.reject(new Error('gone'));
  });
  await expect(failedCalls).rejects.toThrow('gone');
  expect(callCount).toBe(1);
});
