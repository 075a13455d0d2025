import { findMisjudgedVectors } from '@basics/licensing/testing/wycheproof.ts';
import { expect, test } from 'vitest';
import { isSignedBy } from './noble-ed25519.ts';
import { isGenuine } from './verify-signatures.ts';

test('the JavaScript verifier gives the expected result for every Ed25519 test vector of Wycheproof (T120)', async () => {
  expect(
    await findMisjudgedVectors(({ publicKey, message, signature }) => isSignedBy(publicKey, message, signature)),
  ).toEqual([]);
});

test('the browser verifier gives the expected result for every Ed25519 test vector of Wycheproof (T121)', async () => {
  expect(isSecureContext).toBe(true);
  expect(
    await findMisjudgedVectors(({ publicKey, message, signature }) => isGenuine([publicKey, message, signature])),
  ).toEqual([]);
});
