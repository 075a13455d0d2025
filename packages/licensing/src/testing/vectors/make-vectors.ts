import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCheckCases } from './check-cases.ts';
import { createCheckedLineCases } from './checked-line-cases.ts';
import { createVerificationCodeCases } from './code-cases.ts';
import { createAddOnCases, createLicenceCases } from './licence-cases.ts';
import { createPcCases } from './pc-cases.ts';
import { createReturnCodeCases } from './return-code-cases.ts';
import { createSchemeTwoCases } from './scheme-two-cases.ts';
import { createStepCases } from './step-cases.ts';
import { createTextCases } from './text-cases.ts';
import type { VectorCase } from './vector-case.ts';

/**
 * The version of the file `sdk/vectors.json`. The version increases with each change of a test case, because other
 * implementations compare their version with it.
 */
const vectorsVersion = 9;

export const vectorFolder = join(import.meta.dirname, '..', '..', '..', '..', '..', 'sdk');

/** Creates all test cases of `sdk/vectors.json`; they are the same in every run. */
export const createVectorCases = (): VectorCase[] => [
  ...createVerificationCodeCases(),
  ...createTextCases(),
  ...createCheckedLineCases(),
  ...createLicenceCases(),
  ...createAddOnCases(),
  ...createCheckCases(),
  ...createStepCases(),
  ...createSchemeTwoCases(),
  ...createReturnCodeCases(),
  ...createPcCases(),
];

/** The two files of `sdk/`: the cases, one on each line, and their version, number and SHA-256. */
export function createVectorFiles(): Readonly<Record<string, string>> {
  const vectorCases = createVectorCases();
  const vectorsJson = `[\n${vectorCases.map((vectorCase) => JSON.stringify(vectorCase)).join(',\n')}\n]\n`;
  const sha256 = createHash('sha256').update(vectorsJson).digest('hex');
  return {
    'vectors.json': vectorsJson,
    'vectors-version.json': `${JSON.stringify({ version: vectorsVersion, cases: vectorCases.length, sha256 }, null, 2)}\n`,
  };
}

if (process.argv[1] === import.meta.filename) {
  mkdirSync(vectorFolder, { recursive: true });
  for (const [name, vectorsJson] of Object.entries(createVectorFiles()))
    writeFileSync(join(vectorFolder, name), vectorsJson);
}
