import { createVectorCases } from '@basics/licensing/testing/vectors/make-vectors.ts';
import type { VectorCase } from '@basics/licensing/testing/vectors/vector-case.ts';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { createTool } from './basics-tool.ts';
import { misreadings } from './testing/misreadings.ts';
import { createToolIn, runSteps } from './testing/run-steps.ts';
import type { Tool } from './tool.ts';

let testFolder: string;

beforeAll(() => {
  testFolder = mkdtempSync(join(tmpdir(), 'basics-vectors-'));
});

afterAll(() => rmSync(testFolder, { recursive: true }));

const listCases = <Kind extends VectorCase['kind']>(kind: Kind) =>
  createVectorCases().filter(
    (vectorCase): vectorCase is Extract<VectorCase, { kind: Kind }> => vectorCase.kind === kind,
  );

const toFolderName = (name: string): string => name.replaceAll(/\W+/g, '-');

/** Creates a tool with a state folder of its own. */
const createToolFor = (
  name: string,
  keys: readonly string[],
  settings?: Partial<Parameters<typeof createTool>[0]>,
): Tool => createToolIn(join(testFolder, toFolderName(name)), keys, settings);

test('each misreading changes a text that occurs once, and no two of them are equal', () => {
  expect(misreadings.length).toBeGreaterThan(190);
  expect(new Set(misreadings.map(({ file, from, to }) => file + from + to)).size).toBe(misreadings.length);
  for (const { rule, file, from, to } of misreadings) {
    const source = readFileSync(join(import.meta.dirname, '..', '..', file), 'utf8');
    expect(source.split(from), rule).toHaveLength(2);
    expect(to, rule).not.toBe(from);
  }
});

describe('the tool and sdk/vectors.json', () => {
  test('the tool reads exactly the licences that sdk/vectors.json expects, and refuses all other licences with the expected reason', () => {
    for (const { id, text, keys, expect: expected } of listCases('licence')) {
      const { code, licence } = createToolFor('reading', keys).check(text);
      if ('refusal' in expected) {
        expect(code, id).toBe(keys.length === 0 ? 'NO_KEYS' : expected.refusal);
      } else {
        expect(licence, id).toMatchObject({ licenceId: expected.licenceId, carrier: expected.carrier });
      }
    }
  });

  test('the tool accepts exactly the revocation lists that sdk/vectors.json expects', () => {
    for (const { id, text, keys, expect: expected } of listCases('revocation-list')) {
      const result = createToolFor(id, keys).takeRevocations(text);
      expect(result.code, id).toBe('refusal' in expected ? expected.refusal : 'LIST_TAKEN');
    }
  });

  test('when licences and revocation lists are installed one after another, each step has the result that sdk/vectors.json expects', () => {
    const stepCases = listCases('steps');
    expect(stepCases.length).toBeGreaterThan(10);
    for (const stepsCase of stepCases)
      expect(runSteps(stepsCase, join(testFolder, toFolderName(stepsCase.id))), stepsCase.id).toEqual(stepsCase.expect);
  });

  test('on a PC without a clock record, the tool installs exactly the licences that sdk/vectors.json expects', () => {
    const casesWithoutRecord = listCases('check').filter(
      ({ at }) => at.highWaterMark === 0 && at.denied.length + at.revoked.length === 0,
    );
    expect(casesWithoutRecord.length).toBeGreaterThan(15);
    for (const { id, text, keys, at, expect: expected } of casesWithoutRecord) {
      const tool = createToolFor(id, keys, {
        toolId: at.toolId,
        version: { major: at.toolMajor, minor: 0, patch: 0 },
        readMachine: () => ({ name: 'PC', facts: at.facts }),
        now: () => at.now,
      });
      const { code, allowed } = tool.install(text);
      expect({ code, allowed }, id).toEqual(expected);
    }
  });
});
