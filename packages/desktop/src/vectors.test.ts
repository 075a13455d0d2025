import { hexToBytes } from '@basics/licensing/bytes.ts';
import { makeCases } from '@basics/licensing/testing/vectors/make-vectors.ts';
import type { Steps, VectorCase } from '@basics/licensing/testing/vectors/vector-case.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTool } from './basics-tool.ts';
import type { Tool } from './tool.ts';

let home: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'basics-vectors-'));
});

afterAll(() => rmSync(home, { recursive: true }));

const ofKind = <Kind extends VectorCase['kind']>(kind: Kind) =>
  makeCases().filter((each): each is Extract<VectorCase, { kind: Kind }> => each.kind === kind);

const folderOf = (name: string): string => name.replaceAll(/\W+/g, '-');

const lostFiles = {
  'lose-licence': ['state/licence'],
  'lose-record': ['state/memory.json', 'second/memory-7.json'],
  'lose-returned': ['state/returned', 'second/returned-7'],
};

function runStep(tool: Tool, { do: name, text = '' }: Steps['steps'][number], folder: string): string {
  if (name === 'install') return tool.install(text).code;
  if (name === 'status') return tool.status().code;
  if (name === 'revocations') return tool.takeRevocations(text).code;
  if (name === 'return') {
    const returned = tool.returnLicence();
    return returned.ok ? returned.text : returned.finding.code;
  }
  for (const path of lostFiles[name]) rmSync(join(folder, path));
  return 'DONE';
}

/** A tool with a state folder of its own. */
function toolFor(
  name: string,
  keys: readonly string[],
  settings: Partial<Parameters<typeof createTool>[0]> = {},
): Tool {
  const folder = join(home, folderOf(name));
  return createTool({
    toolId: 7,
    version: { major: 1, minor: 0, patch: 0 },
    publicKeys: keys.map((key) => hexToBytes(key)),
    folder: join(folder, 'state'),
    secondFolder: join(folder, 'second'),
    machine: () => ({ name: 'PC', facts: {} }),
    now: () => 1_795_086_400,
    latestChange: () => 0,
    ...settings,
  });
}

describe('the tool answers as sdk/vectors.json says', () => {
  test('which licences it reads, and why it refuses the others', () => {
    for (const { id, text, keys, expect: expected } of ofKind('licence')) {
      const { code, licence } = toolFor('reading', keys).check(text);
      if ('refusal' in expected) {
        expect(code, id).toBe(keys.length === 0 ? 'NO_KEYS' : expected.refusal);
      } else {
        expect(licence, id).toMatchObject({ licenceId: expected.licenceId, carrier: expected.carrier });
      }
    }
  });

  test('which revocation lists it takes', () => {
    for (const { id, text, keys, expect: expected } of ofKind('revocation-list')) {
      const taken = toolFor(id, keys).takeRevocations(text);
      expect(taken.code, id).toBe('refusal' in expected ? expected.refusal : 'LIST_TAKEN');
    }
  });

  test('what it installs and remembers, one step after the other', () => {
    const cases = ofKind('steps');
    expect(cases.length).toBeGreaterThan(10);
    for (const { id, keys, toolId, toolMajor, facts, steps, expect: expected } of cases) {
      const tool = toolFor(id, keys, {
        toolId,
        version: { major: toolMajor, minor: 0, patch: 0 },
        machine: () => ({ name: 'PC', facts }),
        now: () => now,
      });
      let now = 0;
      const codes = steps.map((step) => {
        now = step.now;
        return runStep(tool, step, join(home, folderOf(id)));
      });
      expect(codes, id).toEqual(expected);
    }
  });

  test('which licences it installs on a PC without a record', () => {
    const fresh = ofKind('check').filter(
      ({ at }) => at.highWaterMark === 0 && at.denied.length + at.revoked.length === 0,
    );
    expect(fresh.length).toBeGreaterThan(15);
    for (const { id, text, keys, at, expect: expected } of fresh) {
      const tool = toolFor(id, keys, {
        toolId: at.toolId,
        version: { major: at.toolMajor, minor: 0, patch: 0 },
        machine: () => ({ name: 'PC', facts: at.facts }),
        now: () => at.now,
      });
      const { code, allowed } = tool.install(text);
      expect({ code, allowed }, id).toEqual(expected);
    }
  });
});
