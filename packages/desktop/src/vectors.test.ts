import { hexToBytes } from '@basics/licensing/encoding/bytes.ts';
import { createVectorCases } from '@basics/licensing/testing/vectors/make-vectors.ts';
import type { StepsCase, VectorCase } from '@basics/licensing/testing/vectors/vector-case.ts';
import { globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTool } from './basics-tool.ts';
import { ToolProblem } from './tool-problem.ts';
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

const storedFiles: Record<string, string[]> = {
  licence: ['state/licence'],
  record: ['state/memory.json', 'second/memory-7.json'],
  returned: ['state/returned', 'second/returned-7'],
  revocations: ['state/revocations', 'second/revocations-7'],
};

function runStep(tool: Tool, { do: step, text = '' }: StepsCase['steps'][number], folder: string): string {
  const [verb = '', file = ''] = step.split(/-(.*)/);
  const paths = (storedFiles[file.replace('second-', '')] ?? []).map((path) => join(folder, path));
  const [firstPath = '', secondPath = ''] = paths;
  if (verb === 'files') return readdirSync(join(folder, 'state')).toSorted().join('+');
  if (verb === 'drop') rmSync(file.startsWith('second-') ? secondPath : firstPath);
  else if (verb === 'put') writeFileSync(firstPath, text);
  else if (verb === 'folder') {
    rmSync(firstPath, { force: true });
    mkdirSync(firstPath);
  } else if (verb === 'lose') for (const path of paths) rmSync(path);
  // A folder has the name of the temporary file, so the file cannot be written.
  else if (verb === 'block') for (const path of paths) mkdirSync(`${path}.tmp`, { recursive: true });
  else if (verb === 'unblock')
    for (const name of globSync('*/*.tmp', { cwd: folder })) rmSync(join(folder, name), { recursive: true });
  else return runVerb(tool, verb, text);
  return 'DONE';
}

function runVerb(tool: Tool, verb: string, text: string): string {
  try {
    if (verb === 'install') return tool.install(text).code;
    if (verb === 'revocations') return tool.takeRevocations(text).code;
    if (verb === 'status') {
      const { code, recordStored } = tool.status();
      return recordStored === false ? `${code}/not-stored` : code;
    }
    if (verb === 'days') return String(tool.status().verdict?.daysLeft ?? 'none');
    const returnResult = tool.returnLicence();
    return returnResult.ok ? returnResult.text : returnResult.finding.code;
  } catch (problem) {
    if (problem instanceof ToolProblem) return problem.code;
    throw problem;
  }
}

/** Creates a tool with a state folder of its own. */
function createToolFor(
  name: string,
  keys: readonly string[],
  settings: Partial<Parameters<typeof createTool>[0]> = {},
): Tool {
  const folder = join(testFolder, toFolderName(name));
  return createTool({
    toolId: 7,
    version: { major: 1, minor: 0, patch: 0 },
    publicKeys: keys.map((key) => hexToBytes(key)),
    folder: join(folder, 'state'),
    secondFolder: join(folder, 'second'),
    readMachine: () => ({ name: 'PC', facts: {} }),
    now: () => 1_795_086_400,
    latestChange: () => 0,
    ...settings,
  });
}

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
    for (const { id, keys, toolId, toolMajor, facts, steps, expect: expected } of stepCases) {
      const tool = createToolFor(id, keys, {
        toolId,
        version: { major: toolMajor, minor: 0, patch: 0 },
        readMachine: () => ({ name: 'PC', facts }),
        now: () => now,
      });
      let now = 0;
      const resultCodes = steps.map((step) => {
        now = step.now;
        return runStep(tool, step, join(testFolder, toFolderName(id)));
      });
      expect(resultCodes, id).toEqual(expected);
    }
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
