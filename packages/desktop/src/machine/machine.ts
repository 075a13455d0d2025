import {
  fingerprintComponents,
  normalizeFact,
  type FingerprintComponent,
  type MachineFacts,
} from '@basics/licensing/fingerprint.ts';
import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { readIfExists, createUnreadableProblem } from '#desktop/state/atomic-file.ts';
import { describeSurroundings, readWithCache } from './cached-machine.ts';
import { readLinuxMachine, unknownVirtualMachine, findVirtualMachineKind, type Machine } from './linux-facts.ts';
import { ToolProblem } from '#desktop/tool-problem.ts';
import { spawnSync } from 'node:child_process';

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
  if (platform === 'linux') return readLinuxMachine('/', name);
  if (platform === 'win32') return readWindowsMachine(runProgram, name);
  if (platform === 'darwin') return readMacMachine(runProgram, name);
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

/**
 * Reads a Mac from the output of programs of macOS. A Mac has no `smbios-uuid`, because its only UUID is the machine id.
 */
export function readMacMachine(run: RunProgram, name = ''): Machine {
  const platformText = run('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']);
  const diskText = run('/usr/sbin/diskutil', ['info', '/']);
  const portsText = run('/usr/sbin/networksetup', ['-listallhardwareports']);
  const isGuest = run('/usr/sbin/sysctl', ['-n', 'kern.hv_vmm_present']).trim() === '1';
  const cardAddress = /Device: en0\s+Ethernet Address: (\S+)/.exec(portsText)?.[1] ?? '';
  const facts = selectFacts({
    'machine-id': /"IOPlatformUUID" = "([^"]+)"/.exec(platformText)?.[1],
    'board-id': /"IOPlatformSerialNumber" = "([^"]+)"/.exec(platformText)?.[1],
    'system-disk': /Volume UUID:\s+(\S+)/.exec(diskText)?.[1],
    'network-card': isAssignedByMaker(cardAddress) ? cardAddress : undefined,
  });
  return { name, facts, virtualMachine: isGuest ? unknownVirtualMachine : undefined };
}

/** Returns the facts without those whose value identifies no PC. */
function selectFacts(values: Readonly<Partial<Record<FingerprintComponent, string | undefined>>>): MachineFacts {
  const facts: Partial<Record<FingerprintComponent, string>> = {};
  for (const component of fingerprintComponents) {
    const fact = normalizeFact(values[component] ?? '', component);
    if (fact !== undefined) facts[component] = fact;
  }
  return facts;
}

/**
 * A PowerShell script that prints one line for each value. If a fact cannot be read, its line is empty. The script ignores network cards
 * that are connected by USB, because docking stations are not always connected.
 */
const script = `
$ErrorActionPreference = 'SilentlyContinue'
[Console]::OutputEncoding = [Text.Encoding]::UTF8
'machine-id=' + (Get-ItemProperty 'HKLM:/SOFTWARE/Microsoft/Cryptography').MachineGuid
'board-id=' + (Get-CimInstance Win32_BaseBoard | Select-Object -First 1).SerialNumber
'smbios-uuid=' + (Get-CimInstance Win32_ComputerSystemProduct).UUID
'system-disk=' + (Get-Partition -DriveLetter $env:SystemDrive[0] | Get-Disk).SerialNumber
Get-NetAdapter -Physical | Where-Object PnPDeviceID -NotLike 'USB*' | ForEach-Object { 'network-card=' + $_.PermanentAddress }
$pc = Get-CimInstance Win32_ComputerSystem
'model=' + $pc.Manufacturer + ' ' + $pc.Model
`;

/** Returns the path of PowerShell. A 32-bit program finds the 64-bit PowerShell, which sees the whole registry, only in the first folder. */
function findPowerShell(): string {
  const windowsFolder = process.env['SystemRoot'] ?? 'C:\\Windows';
  const systemFolder = existsSync(join(windowsFolder, 'Sysnative')) ? 'Sysnative' : 'System32';
  return join(windowsFolder, systemFolder, 'WindowsPowerShell', 'v1.0', 'powershell.exe');
}

/**
 * Reads a Windows PC with PowerShell, which every Windows has. If the PC is a virtual machine, also reads the kind of the virtual machine.
 */
export function readWindowsMachine(run: RunProgram, name = ''): Machine {
  const outputLines = run(findPowerShell(), ['-NoProfile', '-NonInteractive', '-Command', script]).split(/\r?\n/);
  const readValues = (field: string): string[] =>
    outputLines.flatMap((line) => (line.startsWith(`${field}=`) ? [line.slice(field.length + 1)] : []));
  const singleFacts = (['machine-id', 'board-id', 'system-disk', 'smbios-uuid'] as const).map(
    (component) => [component, readValues(component)[0]] as const,
  );
  const cardAddresses = readValues('network-card').filter((address) => isAssignedByMaker(address));
  const facts = {
    ...selectFacts(Object.fromEntries(singleFacts)),
    ...(cardAddresses.length === 0 ? {} : { 'network-card': cardAddresses.toSorted() }),
  };
  return { name, facts, virtualMachine: findVirtualMachineKind(readValues('model')[0] ?? '') };
}

/** Whether the maker of the network card has assigned its address: the address is not zero, and the second-lowest bit of its first byte is 0. */
const isAssignedByMaker = (address: string): boolean =>
  normalizeFact(address) !== undefined && (Number.parseInt(address.slice(0, 2), 16) & 2) === 0;

/**
 * Runs a program and returns its output. The output is empty if the program is missing, fails, or takes longer than ten
 * seconds.
 */
type RunProgram = (programPath: string, args: readonly string[]) => string;

const runProgram: RunProgram = (programPath, args) => {
  const run = spawnSync(programPath, args, { encoding: 'utf8', timeout: 10_000, windowsHide: true });
  return run.status === 0 ? run.stdout : '';
};
