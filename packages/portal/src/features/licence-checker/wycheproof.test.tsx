import { findMisjudgedVectors } from '@basics/licensing/testing/wycheproof.ts';
import { expect, test } from 'vitest';
import { isSignedBy } from './noble-ed25519.ts';
import { isGenuine } from './read-genuine.ts';

test('the verifier in JavaScript judges every Ed25519 vector of Wycheproof as it must', async () => {
  expect(
    await findMisjudgedVectors(({ publicKey, message, signature }) => isSignedBy(publicKey, message, signature)),
  ).toEqual([]);
});

test('the verifier of the browser judges every Ed25519 vector of Wycheproof as it must', async () => {
  expect(isSecureContext).toBe(true);
  expect(
    await findMisjudgedVectors(({ publicKey, message, signature }) => isGenuine([publicKey, message, signature])),
  ).toEqual([]);
});
