import { expect, test } from 'vitest';
import { ApiProblem, mayRetry, portalProblem, reactions, toProblem } from './api-problem.ts';

test('only NO_SESSION signs out', () => {
  const signingOut = Object.entries(reactions).filter(([, { shown }]) => shown === 'signOut');
  expect(signingOut.map(([code]) => code)).toEqual(['NO_SESSION']);
});

test('a problem that is not listed, also one of a newer server, is shown in place with its message', () => {
  const body = { code: 'TOMORROWS_PROBLEM', message: 'Wait until tomorrow.', requestId: 'r1' };
  const { message, reaction } = toProblem(new Response(null, { status: 409 }), body);
  expect({ message, shown: reaction.shown }).toEqual({ message: 'Wait until tomorrow.', shown: 'inPlace' });
});

test('a query is retried at most twice, and only for temporary problems', () => {
  const lost = portalProblem('UNREACHABLE', 0);
  expect([0, 1, 2].map((failures) => mayRetry(failures, lost))).toEqual([true, true, false]);
  const refused = new ApiProblem({ code: 'NOT_PERMITTED', message: '', status: 403 });
  expect(mayRetry(0, refused)).toBe(false);
  expect(mayRetry(0, new TypeError('a fault of our own'))).toBe(false);
});
