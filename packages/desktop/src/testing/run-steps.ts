import { findNextChange } from '@basics/licensing/check-licence.ts';
import { bytesToHex, hexToBytes } from '@basics/licensing/encoding/bytes.ts';
import type { StepsCase } from '@basics/licensing/testing/vectors/vector-case.ts';
import { globSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTool } from '../basics-tool.ts';
import { ToolProblem } from '../tool-problem.ts';
import type { Tool } from '../tool.ts';

/** Creates a tool with a state folder of its own below a folder. */
export const createToolIn = (
  folder: string,
  keys: readonly string[],
  settings: Partial<Parameters<typeof createTool>[0]> = {},
): Tool =>
  createTool({
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

/** Runs the steps of a case of `sdk/vectors.json` in an empty folder, and returns the code of each step. */
export function runSteps(
  { keys, toolId, toolMajor, facts, steps }: Omit<StepsCase, 'expect'>,
  folder: string,
): string[] {
  let now = 0;
  const tool = createToolIn(folder, keys, {
    toolId,
    version: { major: toolMajor, minor: 0, patch: 0 },
    readMachine: () => ({ name: 'PC', facts }),
    now: () => now,
  });
  return steps.map((step) => {
    now = step.now;
    return runStep(tool, step, folder);
  });
}

const storedFiles: Record<string, string[]> = {
  licence: ['state/licence'],
  record: ['state/memory.json', 'second/memory-7.json'],
  returned: ['state/returned', 'second/returned-7'],
  revocations: ['state/revocations', 'second/revocations-7'],
};

function runStep(tool: Tool, { do: step, now, text = '' }: StepsCase['steps'][number], folder: string): string {
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
  else return runVerb(tool, verb, now, text);
  return 'DONE';
}

function runVerb(tool: Tool, verb: string, now: number, text: string): string {
  try {
    if (verb === 'install') return tool.install(text).code;
    if (verb === 'revocations') return tool.takeRevocations(text).code;
    if (verb === 'status') {
      const { code, recordStored } = tool.status();
      return recordStored === false ? `${code}/not-stored` : code;
    }
    if (verb === 'code') {
      const { reason, fingerprint } = tool.makeVerificationCode().claims;
      return `${reason}/${bytesToHex(fingerprint)}`;
    }
    if (verb === 'next') {
      const { licence } = tool.status();
      return String((licence && findNextChange(licence, Number(text), now)) ?? 'none');
    }
    if (verb === 'days') return String(tool.status().verdict?.daysLeft ?? 'none');
    const returnResult = tool.returnLicence();
    return returnResult.ok ? returnResult.text : returnResult.finding.code;
  } catch (problem) {
    if (problem instanceof ToolProblem) return problem.code;
    throw problem;
  }
}
