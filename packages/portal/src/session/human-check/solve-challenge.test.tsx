import { expect, test } from 'vitest';
import { challenge, solution } from '#portal/testing/human-check.ts';
import { solveChallenge } from './solve-challenge.ts';

test('a challenge is answered with the number and the key that the library of ALTCHA finds', async () => {
  expect(JSON.parse(atob(await solveChallenge(challenge)))).toEqual({ challenge, solution });
});

test('a challenge in another manner is not answered', async () => {
  const other = { ...challenge, parameters: { ...challenge.parameters, algorithm: 'SCRYPT' } };
  await expect(solveChallenge(other)).rejects.toMatchObject({ code: 'UNREADABLE' });
});
