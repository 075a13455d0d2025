import type { MachineFacts } from '@basics/licensing/fingerprint.ts';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { plausibleFact } from './plausible-fact.ts';

/** The facts of a Linux PC from `/etc`, `/sys` and `/proc`; `root` is `/`, in tests a folder with the same structure. */
export function linuxFacts(root: string): MachineFacts {
  const machineId = firstOf(root, ['etc/machine-id', 'var/lib/dbus/machine-id']);
  const boardId = firstOf(root, [
    'sys/class/dmi/id/board_serial',
    'sys/class/dmi/id/product_uuid',
    'sys/firmware/devicetree/base/serial-number',
  ]);
  const systemDisk = systemDiskOf(root);
  const networkCard = networkCardOf(root);
  return {
    ...(machineId === undefined ? {} : { 'machine-id': machineId }),
    ...(boardId === undefined ? {} : { 'board-id': boardId }),
    ...(systemDisk === undefined ? {} : { 'system-disk': systemDisk }),
    ...(networkCard === undefined ? {} : { 'network-card': networkCard }),
  };
}

function systemDiskOf(root: string): string | undefined {
  const device = rootDevice(root);
  const disk = device === undefined ? undefined : wholeDisk(device);
  return disk === undefined ? undefined : firstOf(disk, ['device/serial', 'serial', 'wwid', 'device/wwid']);
}

/** The folder in /sys of the device mounted at `/`; undefined when that is no block device, as in a container. */
function rootDevice(root: string): string | undefined {
  const mounts = textOf(join(root, 'proc/self/mountinfo')) ?? '';
  for (const line of mounts.split('\n')) {
    const [place, source] = line.split(' - ');
    const [, , numbers = '', , mountPoint] = place?.split(' ') ?? [];
    if (mountPoint !== '/') continue;
    const byNumbers = realPath(join(root, 'sys/dev/block', numbers));
    if (byNumbers !== undefined) return byNumbers;
    const path = source?.split(' ')[1] ?? '';
    if (path.startsWith('/dev/')) return realPath(join(root, 'sys/class/block', basename(realPath(path) ?? path)));
  }
  return undefined;
}

/** From a partition to its disk, from an encrypted or logical volume to the device below. */
function wholeDisk(device: string): string | undefined {
  const [below] = namesIn(join(device, 'slaves'));
  if (below !== undefined) {
    const next = realPath(join(device, 'slaves', below));
    return next === undefined ? undefined : wholeDisk(next);
  }
  return existsSync(join(device, 'partition')) ? dirname(device) : device;
}

/** The first network card that is hardware and has a permanent address; cards on USB come last, because they may be docking stations. */
function networkCardOf(root: string): string | undefined {
  const folder = join(root, 'sys/class/net');
  const cards = namesIn(folder).flatMap((name) => {
    const device = realPath(join(folder, name, 'device'));
    const address = plausibleFact(textOf(join(folder, name, 'address')));
    const assigned = textOf(join(folder, name, 'addr_assign_type'))?.trim() ?? '0';
    if (device === undefined || address === undefined || assigned !== '0') return [];
    return [{ key: `${device.includes('/usb') ? 1 : 0} ${name}`, address: address.toLowerCase() }];
  });
  return cards.toSorted((left, right) => (left.key < right.key ? -1 : 1))[0]?.address;
}

function firstOf(folder: string, names: readonly string[]): string | undefined {
  for (const name of names) {
    const fact = plausibleFact(textOf(join(folder, name)));
    if (fact !== undefined) return fact;
  }
  return undefined;
}

function textOf(path: string): string | undefined {
  return orAbsent(() => readFileSync(path, 'utf8'));
}

function namesIn(folder: string): string[] {
  return orAbsent(() => readdirSync(folder).toSorted()) ?? [];
}

function realPath(path: string): string | undefined {
  return orAbsent(() => realpathSync(path));
}

/** A fact that an ordinary user may not read counts as absent. */
function orAbsent<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
