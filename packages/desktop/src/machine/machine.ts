import type { MachineFacts } from '@basics/licensing/fingerprint.ts';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { readIfExists, createUnreadableProblem } from '#desktop/atomic-file.ts';
import { readLinuxFacts } from './linux-facts.ts';
import { readMacFacts } from './mac-facts.ts';
import { runProgram } from './run-program.ts';
import { readWindowsFacts } from './windows-facts.ts';
import { ToolProblem } from '#desktop/tool-problem.ts';

/** A PC as the tool sees it: its name, and those of the four facts that could be read. */
export type Machine = { name: string; facts: MachineFacts };

/** This PC. A fact that cannot be read is absent; nothing here throws. */
export function readThisMachine(): Machine {
  return { name: hostname(), facts: readFacts(process.platform) };
}

/**
 * A PC described in a JSON file, `{ "name", "machine-id", "board-id", "system-disk", "network-card" }`. Only for the tests and the demo of
 * the repository: elsewhere a licence would be valid on every PC that has the file. Throws `SIMULATED_PC_REFUSED` there.
 */
export function readMachineFile(path: string, isAllowed = isInRepository()): Machine {
  if (!isAllowed) throw simulationRefused();
  const { name, ...fields } = readFields(path);
  const facts: Record<string, string> = {};
  for (const component of ['machine-id', 'board-id', 'system-disk', 'network-card']) {
    const value = fields[component];
    if (typeof value === 'string') facts[component] = value;
  }
  return { name: typeof name === 'string' ? name : '', facts };
}

/** Whether this source belongs to a checkout of the repository; an installed tool has no such file above it. */
function isInRepository(): boolean {
  const manifest = readIfExists(join(import.meta.dirname, '..', '..', '..', '..', 'package.json'));
  return manifest !== undefined && /"name": "basics-portal"/.test(new TextDecoder().decode(manifest));
}

function simulationRefused(): ToolProblem {
  return new ToolProblem(
    'SIMULATED_PC_REFUSED',
    'BASICS_MACHINE_FILE simulates another PC. It works only in the repository of Basics Portal, for its demo and tests.',
    'Unset BASICS_MACHINE_FILE.',
  );
}

function readFacts(platform: NodeJS.Platform): MachineFacts {
  if (platform === 'linux') return readLinuxFacts('/');
  if (platform === 'darwin') return readMacFacts(runProgram);
  if (platform === 'win32') return readWindowsFacts(runProgram);
  return {};
}

function readFields(path: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw createUnreadableProblem(path, cause);
  }
  try {
    return Object.fromEntries(Object.entries(JSON.parse(text)));
  } catch (cause) {
    const nextStep = 'Correct it, or unset BASICS_MACHINE_FILE.';
    throw new ToolProblem('FILE_NOT_READABLE', `${path} is not the JSON of a PC.`, nextStep, cause);
  }
}
