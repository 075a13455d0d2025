import { sha256 } from '@noble/hashes/sha2.js';
import { findWrongAnswers } from '@basics/licensing/testing/vectors/run-case.ts';
import type { VectorCase } from '@basics/licensing/testing/vectors/vector-case.ts';
import { expect, test } from 'vitest';
// oxlint-disable-next-line no-restricted-imports -- The test vectors are outside of all packages.
import vectors from '../../../../../sdk/vectors.json?raw';
import { isSignedBy } from './noble-ed25519.ts';

test('the functions of the licence checker give the expected result for every case in sdk/vectors.json', () => {
  const vectorCases: VectorCase[] = JSON.parse(vectors);
  expect(vectorCases.length).toBeGreaterThanOrEqual(300);
  expect(findWrongAnswers(vectorCases, { sha256, verifyEd25519: isSignedBy })).toEqual([]);
});
