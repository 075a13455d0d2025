import { sha256 } from '@noble/hashes/sha2.js';
import { findWrongAnswers, parseVectorCases } from '@basics/licensing/testing/vectors/run-case.ts';
import { expect, test } from 'vitest';
// oxlint-disable-next-line no-restricted-imports -- The test vectors are outside of all packages.
import vectors from '../../../../../sdk/vectors.json?raw';
import { isSignedBy } from './noble-ed25519.ts';

test('the functions of the licence checker give the expected result for every case in sdk/vectors.json', () => {
  const vectorCases = parseVectorCases(vectors);
  expect(vectorCases.length).toBeGreaterThanOrEqual(300);
  expect(findWrongAnswers(vectorCases, { sha256, verifyEd25519: isSignedBy })).toEqual([]);
});
