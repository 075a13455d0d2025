import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkCases } from './check-cases.ts';
import { checkedLineCases } from './checked-line-cases.ts';
import { codeCases } from './code-cases.ts';
import { licenceCases } from './licence-cases.ts';
import { returnCodeCases } from './return-code-cases.ts';
import { schemeTwoCases } from './scheme-two-cases.ts';
import { stepCases } from './step-cases.ts';
import { textCases } from './text-cases.ts';
import type { VectorCase } from './vector-case.ts';

/**
 * The version of the file `sdk/vectors.json`. The version increases with each change of a test case, because other
 * implementations compare their version with it.
 */
const vectorsVersion = 4;

export const vectorFolder = join(import.meta.dirname, '..', '..', '..', '..', '..', 'sdk');

/** Creates all test cases of `sdk/vectors.json`; they are the same in every run. */
export const makeCases = (): VectorCase[] => [
  ...codeCases(),
  ...textCases(),
  ...checkedLineCases(),
  ...licenceCases(),
  ...checkCases(),
  ...stepCases(),
  ...schemeTwoCases(),
  ...returnCodeCases(),
];

/** The two files of `sdk/`: the cases, one on each line, and their version, number and SHA-256. */
export function makeFiles(): Readonly<Record<string, string>> {
  const vectorCases = makeCases();
  const vectorsJson = `[\n${vectorCases.map((vectorCase) => JSON.stringify(vectorCase)).join(',\n')}\n]\n`;
  const sha256 = createHash('sha256').update(vectorsJson).digest('hex');
  return {
    'vectors.json': vectorsJson,
    'vectors-version.json': `${JSON.stringify({ version: vectorsVersion, cases: vectorCases.length, sha256 }, null, 2)}\n`,
  };
}

if (process.argv[1] === import.meta.filename) {
  mkdirSync(vectorFolder, { recursive: true });
  for (const [name, vectorsJson] of Object.entries(makeFiles())) writeFileSync(join(vectorFolder, name), vectorsJson);
}
