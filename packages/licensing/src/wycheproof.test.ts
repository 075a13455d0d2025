import { expect, test } from 'vitest';
import { nodePrimitives } from './node-primitives.ts';
import { findMisjudgedVectors, signatureVectors } from './testing/wycheproof.ts';

test('there are 145 vectors of Wycheproof, 84 of them valid', () => {
  expect(signatureVectors).toHaveLength(145);
  expect(signatureVectors.filter(({ isValid }) => isValid)).toHaveLength(84);
});

test('the verifier of server and desktop tool gives the right result for every Ed25519 vector of Wycheproof (T052)', async () => {
  const misjudgedVectors = await findMisjudgedVectors(({ publicKey, message, signature }) =>
    nodePrimitives.verifyEd25519(publicKey, message, signature),
  );
  expect(misjudgedVectors).toEqual([]);
});
