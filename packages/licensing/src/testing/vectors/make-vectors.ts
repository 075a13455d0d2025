import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCheckCases } from './check-cases.ts';
import { createCheckedLineCases } from './checked-line-cases.ts';
import { createVerificationCodeCases } from './code-cases.ts';
import { createAddOnCases, createLicenceCases } from './licence-cases.ts';
import { createPcCases } from './pc-cases.ts';
import { createReturnCodeCases } from './return-code-cases.ts';
import { createRecordCases } from './record-cases.ts';
import { createRuleCases } from './rule-cases.ts';
import { createSchemeTwoCases } from './scheme-two-cases.ts';
import { createStepCases } from './step-cases.ts';
import { createTextCases } from './text-cases.ts';
import type { VectorCase } from './vector-case.ts';

/**
 * The version of the file `sdk/vectors.json`. The version increases with each change of a test case, because other
 * implementations compare their version with it.
 */
const vectorsVersion = 13;

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
  ...createRuleCases(),
  ...createRecordCases(),
];

/** The two files of `sdk/`: the cases, one on each line, and their version, number and SHA-256. */
export function createVectorFiles(): Readonly<Record<string, string>> {
  const vectorCases = createVectorCases();
  const vectorsJson = `[\n${vectorCases.map((vectorCase) => JSON.stringify(shorten(vectorCase))).join(',\n')}\n]\n`;
  const sha256 = createHash('sha256').update(vectorsJson).digest('hex');
  return {
    'vectors.json': vectorsJson,
    'vectors-version.json': `${JSON.stringify({ version: vectorsVersion, cases: vectorCases.length, sha256 }, null, 2)}\n`,
  };
}

/** Writes a long text as a list of parts, each with the number of its repetitions. */
function shorten(vectorCase: VectorCase): object {
  if (!('text' in vectorCase) || vectorCase.text.length < 10_000) return vectorCase;
  const { text } = vectorCase;
  const parts: [part: string, count: number][] = [];
  let end = 0;
  for (const { 0: run, 1: part = run, index } of text.matchAll(/(.{4}|.)\1{99,}/gsu)) {
    if (index > end) parts.push([text.slice(end, index), 1]);
    parts.push([part, run.length / part.length]);
    end = index + run.length;
  }
  if (end < text.length) parts.push([text.slice(end), 1]);
  return { ...vectorCase, text: parts };
}

if (process.argv[1] === import.meta.filename) {
  mkdirSync(vectorFolder, { recursive: true });
  for (const [name, vectorsJson] of Object.entries(createVectorFiles()))
    writeFileSync(join(vectorFolder, name), vectorsJson);
}
