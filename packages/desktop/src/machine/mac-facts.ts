import { normalizeFact, type MachineFacts } from '@basics/licensing/fingerprint.ts';
import type { RunProgram } from './run-program.ts';
import { unknownVirtualMachine } from './virtual-machine.ts';

/** Finds the kind of the virtual machine on which macOS runs. Returns undefined for a real Mac. */
export const findMacVirtualMachine = (run: RunProgram): string | undefined =>
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
