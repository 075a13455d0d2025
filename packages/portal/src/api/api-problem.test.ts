import { problems } from '@basics/contract/problems.ts';
import { expect, test } from 'vitest';
import { ApiProblem, mayRetry, portalProblem, reactions } from './api-problem.ts';

test('only NO_SESSION signs out', () => {
  const signingOut = Object.entries(reactions).filter(([, { shown }]) => shown === 'signOut');
  expect(signingOut.map(([code]) => code)).toEqual(['NO_SESSION']);
});

test('every problem of the contract has a reaction', () => {
  expect(Object.keys(reactions)).toEqual(expect.arrayContaining(Object.keys(problems)));
});

test('a query is retried at most twice, and only for temporary problems', () => {
  const lost = portalProblem('UNREACHABLE', 0);
  expect([0, 1, 2].map((failures) => mayRetry(failures, lost))).toEqual([true, true, false]);
  const refused = new ApiProblem({ code: 'NOT_PERMITTED', message: '', status: 403 });
  expect(mayRetry(0, refused)).toBe(false);
  expect(mayRetry(0, new TypeError('a fault of our own'))).toBe(false);
});
