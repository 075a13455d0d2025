import { acceptFact, type MachineFacts } from '@basics/licensing/fingerprint.ts';
import type { RunProgram } from './run-program.ts';

/** The facts of a Mac, from programs of macOS. */
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
