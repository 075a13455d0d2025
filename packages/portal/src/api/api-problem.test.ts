import { expect, test } from 'vitest';
import { ApiProblem, mayRetry, createPortalProblem, problemReactions, toProblem } from './api-problem.ts';

test('only the problem NO_SESSION signs the user out', () => {
  const signOutCodes = Object.entries(problemReactions).filter(([, { shown }]) => shown === 'signOut');
  expect(signOutCodes.map(([code]) => code)).toEqual(['NO_SESSION']);
});

test('a problem that this version of the portal does not know is shown in place, with the message from the server', () => {
  const body = { code: 'TOMORROWS_PROBLEM', message: 'Wait until tomorrow.', requestId: 'r1' };
  const { message, reaction } = toProblem(new Response(null, { status: 409 }), body);
  expect({ message, shown: reaction.shown }).toEqual({ message: 'Wait until tomorrow.', shown: 'inPlace' });
});

test('a query is retried at most twice, and only for temporary problems', () => {
  const lostConnection = createPortalProblem('UNREACHABLE', 0);
  expect([0, 1, 2].map((failureCount) => mayRetry(failureCount, lostConnection))).toEqual([true, true, false]);
  const refusedCall = new ApiProblem({ code: 'NOT_PERMITTED', message: '', status: 403 });
  expect(mayRetry(0, refusedCall)).toBe(false);
  expect(mayRetry(0, new TypeError('a fault of our own'))).toBe(false);
});
