import { fingerprintComponents, normalizeFact, type MachineFacts } from '@basics/licensing/fingerprint.ts';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { readIfExists, createUnreadableProblem } from '#desktop/atomic-file.ts';
import { describeSurroundings, readWithCache } from './cached-machine.ts';
import type { Machine } from './machine-type.ts';
import { findLinuxVirtualMachine, readLinuxFacts } from './linux-facts.ts';
import { runProgram } from './run-program.ts';
import { readWindowsMachine } from './windows-facts.ts';
import { ToolProblem } from '#desktop/tool-problem.ts';
import type { RunProgram } from './run-program.ts';
import { unknownVirtualMachine } from './virtual-machine.ts';

/**
 * Reads the facts of this PC. A fact that cannot be read is absent, and no error is thrown. Only Linux has all facts in files. On other
 * operating systems, slow programs print the facts, so without `isFresh`, stored facts of the last day are used (cached-machine.ts). `now`:
 * Unix seconds.
 */
export function readThisMachine(isFresh: boolean, { folder, now }: { folder: string; now: () => number }): Machine {
  if (process.platform === 'linux') return readMachine(process.platform);
  const cache = { path: join(folder, 'facts.json'), surroundings: describeSurroundings, now };
  return readWithCache(cache, () => readMachine(process.platform), isFresh);
}

function readMachine(platform: NodeJS.Platform): Machine {
  const name = hostname();
  if (platform === 'linux') return { name, facts: readLinuxFacts('/'), virtualMachine: findLinuxVirtualMachine('/') };
  if (platform === 'win32') return { name, ...readWindowsMachine(runProgram) };
  if (platform === 'darwin')
    return { name, facts: readMacFacts(runProgram), virtualMachine: findMacVirtualMachine(runProgram) };
  return { name, facts: {} };
}

/**
 * Reads a simulated PC from a JSON file, `{ "name", "machine-id", "board-id", "system-disk", "network-card", "smbios-uuid",
 * "virtual-machine" }`. A file that describes a PC is accepted only in the tests and the demo of the repository. Elsewhere the function
 * throws `SIMULATED_PC_REFUSED`, because a licence would be valid on every PC that has the file.
 */
export function readMachineFile(path: string, isAllowed = isInRepository()): Machine {
  if (!isAllowed) throw createSimulationProblem();
  const { name, ...fields } = readFields(path);
  const facts: Record<string, string> = {};
  for (const component of fingerprintComponents) {
    const value = fields[component];
    if (typeof value === 'string') facts[component] = value;
  }
  const virtualMachine = fields['virtual-machine'];
  return {
    name: typeof name === 'string' ? name : '',
    facts,
    virtualMachine: typeof virtualMachine === 'string' ? virtualMachine : undefined,
  };
}

/**
 * Returns whether this source file belongs to a checkout of the repository, by looking for the package.json of the repository. An installed
 * tool is not inside a folder with this package.json.
 */
function isInRepository(): boolean {
  const packageJson = readIfExists(join(import.meta.dirname, '..', '..', '..', '..', 'package.json'));
  return packageJson !== undefined && /"name": "basics-portal"/.test(new TextDecoder().decode(packageJson));
}

function createSimulationProblem(): ToolProblem {
  return new ToolProblem(
    'SIMULATED_PC_REFUSED',
    'BASICS_MACHINE_FILE simulates another PC. It works only in the repository of Basics Portal, for its demo and tests.',
    'Unset BASICS_MACHINE_FILE.',
  );
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

/** Finds the kind of the virtual machine on which macOS runs. Returns undefined for a real Mac. */
const findMacVirtualMachine = (run: RunProgram): string | undefined =>
  run('/usr/sbin/sysctl', ['-n', 'kern.hv_vmm_present']).trim() === '1' ? unknownVirtualMachine : undefined;

/**
 * Reads the facts of a Mac from the output of programs of macOS. A Mac has no `smbios-uuid`, because its only UUID is
 * the machine id.
 */
export function readMacFacts(run: RunProgram): MachineFacts {
  const platformText = run('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']);
  const diskText = run('/usr/sbin/diskutil', ['info', '/']);
  const portsText = run('/usr/sbin/networksetup', ['-listallhardwareports']);
  const matches: [keyof MachineFacts, RegExpExecArray | null][] = [
    ['machine-id', /"IOPlatformUUID" = "([^"]+)"/.exec(platformText)],
    ['board-id', /"IOPlatformSerialNumber" = "([^"]+)"/.exec(platformText)],
    ['system-disk', /(?:Disk \/ Partition|Volume) UUID:\s+(\S+)/.exec(diskText)],
    ['network-card', /Device: en0\s+Ethernet Address: (\S+)/.exec(portsText)],
  ];
  const facts: Partial<Record<keyof MachineFacts, string>> = {};
  for (const [component, match] of matches) {
    const fact = normalizeFact(match?.[1] ?? '');
    if (fact !== undefined) facts[component] = fact;
  }
  return facts;
}
