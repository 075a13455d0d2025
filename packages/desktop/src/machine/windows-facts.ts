import { normalizeFact, type MachineFacts } from '@basics/licensing/fingerprint.ts';
import type { RunProgram } from './run-program.ts';
import { findVirtualMachineKind } from './virtual-machine.ts';

/**
 * A PowerShell script that prints one line for each value. If a fact cannot be read, its line is empty. The script ignores network cards
 * that are connected by USB, because docking stations are not always connected.
 */
const script = `
$ErrorActionPreference = 'SilentlyContinue'
[Console]::OutputEncoding = [Text.Encoding]::UTF8
'machine-id=' + (Get-ItemProperty 'HKLM:\\SOFTWARE\\Microsoft\\Cryptography').MachineGuid
'board-id=' + (Get-CimInstance Win32_BaseBoard).SerialNumber
'smbios-uuid=' + (Get-CimInstance Win32_ComputerSystemProduct).UUID
'system-disk=' + (Get-Partition -DriveLetter $env:SystemDrive[0] | Get-Disk).SerialNumber
Get-NetAdapter -Physical | Where-Object PnPDeviceID -NotLike 'USB*' | ForEach-Object { 'network-card=' + $_.PermanentAddress }
$pc = Get-CimInstance Win32_ComputerSystem
'model=' + $pc.Manufacturer + ' ' + $pc.Model
`;

/**
 * Reads the facts of a Windows PC with PowerShell, which every Windows has. If the PC is a virtual machine, also reads the kind of the
 * virtual machine.
 */
export function readWindowsMachine(run: RunProgram): { facts: MachineFacts; virtualMachine: string | undefined } {
  const outputLines = run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script]).split(/\r?\n/);
  const readValues = (name: string): string[] =>
    outputLines.flatMap((line) => (line.startsWith(`${name}=`) ? [line.slice(name.length + 1)] : []));
  const facts: Partial<Record<keyof MachineFacts, string | string[]>> = {};
  for (const component of ['machine-id', 'board-id', 'system-disk', 'smbios-uuid'] as const) {
    const fact = normalizeFact(readValues(component)[0] ?? '', component);
    if (fact !== undefined) facts[component] = fact;
  }
  const cardAddresses = readValues('network-card').filter((address) => isAssignedByMaker(address));
  if (cardAddresses.length > 0) facts['network-card'] = cardAddresses.toSorted();
  return { facts, virtualMachine: findVirtualMachineKind(readValues('model')[0] ?? '') };
}

/**
 * Whether the maker of the network card has assigned an address of 12 hexadecimal digits: the address is not zero, and
 * the second-lowest bit of its first byte is 0.
 */
const isAssignedByMaker = (address: string): boolean =>
  normalizeFact(address) !== undefined && (Number.parseInt(address.slice(0, 2), 16) & 2) === 0;
