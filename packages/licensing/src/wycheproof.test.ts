import { expect, test } from 'vitest';
import { nodePrimitives } from './node-primitives.ts';
import { misjudged, signatureVectors } from './testing/wycheproof.ts';

test('there are 145 vectors of Wycheproof, 84 of them valid', () => {
  expect(signatureVectors).toHaveLength(145);
  expect(signatureVectors.filter(({ isValid }) => isValid)).toHaveLength(84);
});

test('the verifier of server and desktop tool judges every Ed25519 vector of Wycheproof as it must', async () => {
  const wrong = await misjudged(({ publicKey, message, signature }) =>
    nodePrimitives.verifyEd25519(publicKey, message, signature),
  );
  expect(wrong).toEqual([]);
});
