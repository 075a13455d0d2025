import type { MachineFacts } from '@basics/licensing/fingerprint.ts';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { acceptFact } from './plausible-fact.ts';

/** The facts of a Linux PC from `/etc`, `/sys` and `/proc`; `root` is `/`, in tests a folder with the same structure. */
export function readLinuxFacts(root: string): MachineFacts {
  const machineId = readFirst(root, ['etc/machine-id', 'var/lib/dbus/machine-id']);
  const boardId = readFirst(root, [
    'sys/class/dmi/id/board_serial',
    'sys/class/dmi/id/product_uuid',
    'sys/firmware/devicetree/base/serial-number',
  ]);
  const systemDisk = readSystemDisk(root);
  const networkCard = readNetworkCard(root);
  return {
    ...(machineId === undefined ? {} : { 'machine-id': machineId }),
    ...(boardId === undefined ? {} : { 'board-id': boardId }),
    ...(systemDisk === undefined ? {} : { 'system-disk': systemDisk }),
    ...(networkCard === undefined ? {} : { 'network-card': networkCard }),
  };
}

function readSystemDisk(root: string): string | undefined {
  const device = findRootDevice(root);
  const disk = device === undefined ? undefined : findWholeDisk(device);
  return disk === undefined ? undefined : readFirst(disk, ['device/serial', 'serial', 'wwid', 'device/wwid']);
}

/** The folder in /sys of the device mounted at `/`; undefined when that is no block device, as in a container. */
function findRootDevice(root: string): string | undefined {
  const mounts = readText(join(root, 'proc/self/mountinfo')) ?? '';
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
function findWholeDisk(device: string): string | undefined {
  const [below] = listNames(join(device, 'slaves'));
  if (below !== undefined) {
    const next = realPath(join(device, 'slaves', below));
    return next === undefined ? undefined : findWholeDisk(next);
  }
  return existsSync(join(device, 'partition')) ? dirname(device) : device;
}

/** The first network card that is hardware and has a permanent address; cards on USB come last, because they may be docking stations. */
function readNetworkCard(root: string): string | undefined {
  const folder = join(root, 'sys/class/net');
  const cards = listNames(folder).flatMap((name) => {
    const device = realPath(join(folder, name, 'device'));
    const address = acceptFact(readText(join(folder, name, 'address')));
    const assigned = readText(join(folder, name, 'addr_assign_type'))?.trim() ?? '0';
    if (device === undefined || address === undefined || assigned !== '0') return [];
    return [{ key: `${device.includes('/usb') ? 1 : 0} ${name}`, address: address.toLowerCase() }];
  });
  return cards.toSorted((left, right) => (left.key < right.key ? -1 : 1))[0]?.address;
}

function readFirst(folder: string, names: readonly string[]): string | undefined {
  for (const name of names) {
    const fact = acceptFact(readText(join(folder, name)));
    if (fact !== undefined) return fact;
  }
  return undefined;
}

function readText(path: string): string | undefined {
  return readOrUndefined(() => readFileSync(path, 'utf8'));
}

function listNames(folder: string): string[] {
  return readOrUndefined(() => readdirSync(folder).toSorted()) ?? [];
}

function realPath(path: string): string | undefined {
  return readOrUndefined(() => realpathSync(path));
}

/** A fact that an ordinary user may not read counts as absent. */
function readOrUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
