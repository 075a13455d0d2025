import { expect, test } from 'vitest';
import { challenge, solution } from '#portal/testing/human-check.ts';
import { solveChallenge } from './solve-challenge.ts';

test("a challenge is answered with the same number and key that ALTCHA's own library finds", async () => {
  expect(JSON.parse(atob(await solveChallenge(challenge)))).toEqual({ challenge, solution });
});

test('a challenge with an unknown algorithm is refused', async () => {
  const otherChallenge = { ...challenge, parameters: { ...challenge.parameters, algorithm: 'SCRYPT' } };
  await expect(solveChallenge(otherChallenge)).rejects.toMatchObject({ code: 'UNREADABLE' });
});
