import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nodePrimitives } from './node-primitives.ts';
import { createVectorCases, createVectorFiles, vectorFolder } from './testing/vectors/make-vectors.ts';
import { findWrongAnswers } from './testing/vectors/run-case.ts';

const vectorCases = createVectorCases();

test('the files in sdk/ are those that npm run vectors writes', () => {
  for (const [name, text] of Object.entries(createVectorFiles())) {
    expect(readFileSync(join(vectorFolder, name), 'utf8') === text, name).toBe(true);
  }
});

test('sdk/vectors.json has at least 300 test cases, and all their ids differ', () => {
  expect(vectorCases.length).toBeGreaterThanOrEqual(300);
  expect(new Set(vectorCases.map(({ id }) => id)).size).toBe(vectorCases.length);
});

test('the licensing package answers every test case of sdk/vectors.json as expected', () => {
  expect(findWrongAnswers(vectorCases, nodePrimitives)).toEqual([]);
});
