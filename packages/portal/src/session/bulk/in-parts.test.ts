import { limits } from '@basics/contract/calls/limits.ts';
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

test('after a failure, the results of the earlier calls are returned, and the other ids get the reason', async () => {
  const threeParts = Array.from({ length: 2 * limits.page.max + 1 }, (_, index) => index + 1);
  const callSizes: number[] = [];
  const results = await callInParts(threeParts, (partIds) => {
    callSizes.push(partIds.length);
    return callSizes.length === 2
      ? Promise.reject(new Error('gone'))
      : Promise.resolve({ results: partIds.map((id) => ({ id, outcome: 'done' as const })) });
  });
  expect(callSizes).toEqual([limits.page.max, limits.page.max]);
  expect(results.map(({ id }) => id)).toEqual(threeParts);
  expect(results[0]).toEqual({ id: 1, outcome: 'done' });
  expect(results[limits.page.max]).toEqual({ id: limits.page.max + 1, outcome: 'refused', message: 'gone' });
  expect(results.at(-1)).toEqual({ id: threeParts.length, outcome: 'refused', message: 'gone' });
});

test('a failure of the first call is thrown, and there are no more calls', async () => {
  let callCount = 0;
  const failedCalls = callInParts(ids, () => {
    callCount += 1;
    return Promise.reject(new Error('gone'));
  });
  await expect(failedCalls).rejects.toThrow('gone');
  expect(callCount).toBe(1);
});
