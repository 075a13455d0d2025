import { acceptFact, type MachineFacts } from '@basics/licensing/fingerprint.ts';
import type { RunProgram } from './run-program.ts';

/** One line for each fact; the line of a fact that fails is empty. */
const script = `
$ErrorActionPreference = 'SilentlyContinue'
[Console]::OutputEncoding = [Text.Encoding]::UTF8
'machine-id=' + (Get-ItemProperty 'HKLM:\\SOFTWARE\\Microsoft\\Cryptography').MachineGuid
'board-id=' + (Get-CimInstance Win32_BaseBoard).SerialNumber
'system-disk=' + (Get-Partition -DriveLetter $env:SystemDrive[0] | Get-Disk).SerialNumber
'network-card=' + (Get-NetAdapter -Physical | Sort-Object ifIndex | Select-Object -First 1).PermanentAddress
`;

/** The facts of a Windows PC from PowerShell, which every Windows has. */
export function readWindowsFacts(run: RunProgram): MachineFacts {
  const printed = run('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script]);
  const facts: Partial<Record<keyof MachineFacts, string>> = {};
  for (const component of ['machine-id', 'board-id', 'system-disk', 'network-card'] as const) {
    const line = printed.split(/\r?\n/).find((candidate) => candidate.startsWith(`${component}=`));
    const fact = acceptFact(line?.slice(component.length + 1) ?? '');
    if (fact !== undefined) facts[component] = fact;
  }
  return facts;
}
