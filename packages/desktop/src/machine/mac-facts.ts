import { acceptFact, type MachineFacts } from '@basics/licensing/fingerprint.ts';
import type { RunProgram } from './run-program.ts';
import { unknownVirtualMachine } from './virtual-machine.ts';

/** The name of the virtual machine that a Mac is; undefined for a real one. */
export const findMacVirtualMachine = (run: RunProgram): string | undefined =>
  run('/usr/sbin/sysctl', ['-n', 'kern.hv_vmm_present']).trim() === '1' ? unknownVirtualMachine : undefined;

/** The facts of a Mac, from programs of macOS. A Mac has no UUID beside the one that is its machine id. */
export function readMacFacts(run: RunProgram): MachineFacts {
  const platform = run('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']);
  const disk = run('/usr/sbin/diskutil', ['info', '/']);
  const ports = run('/usr/sbin/networksetup', ['-listallhardwareports']);
  const found: [keyof MachineFacts, RegExpExecArray | null][] = [
    ['machine-id', /"IOPlatformUUID" = "([^"]+)"/.exec(platform)],
    ['board-id', /"IOPlatformSerialNumber" = "([^"]+)"/.exec(platform)],
    ['system-disk', /(?:Disk \/ Partition|Volume) UUID:\s+(\S+)/.exec(disk)],
    ['network-card', /Device: en0\s+Ethernet Address: (\S+)/.exec(ports)],
  ];
  const facts: Partial<Record<keyof MachineFacts, string>> = {};
  for (const [component, match] of found) {
    const fact = acceptFact(match?.[1] ?? '');
    if (fact !== undefined) facts[component] = fact;
  }
  return facts;
}
