import { acceptFact, type FingerprintComponent, type MachineFacts } from '@basics/licensing/fingerprint.ts';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nameVirtualMachine, unknownVirtualMachine } from './virtual-machine.ts';

/** Reads the facts of a Linux PC from `/etc`, `/sys` and `/proc`; `root` is `/`, in tests a folder with the same structure. */
export function readLinuxFacts(root: string): MachineFacts {
  const machineId = readFirst(root, ['etc/machine-id', 'var/lib/dbus/machine-id']);
  const boardSerial = readFirst(root, ['sys/class/dmi/id/board_serial']);
  const boardId =
    boardSerial ?? readFirst(root, ['sys/class/dmi/id/product_uuid', 'sys/firmware/devicetree/base/serial-number']);
  // If the UUID is used as the board id, it must not count twice.
  const uuid =
    boardSerial === undefined ? undefined : readFirst(root, ['sys/class/dmi/id/product_uuid'], 'smbios-uuid');
  const systemDisk = readSystemDisk(root);
  const networkCards = readNetworkCards(root);
  return {
    ...(machineId === undefined ? {} : { 'machine-id': machineId }),
    ...(boardId === undefined ? {} : { 'board-id': boardId }),
    ...(systemDisk === undefined ? {} : { 'system-disk': systemDisk }),
    ...(networkCards.length === 0 ? {} : { 'network-card': networkCards }),
    ...(uuid === undefined ? {} : { 'smbios-uuid': uuid }),
  };
}

/** Finds the name of the virtual machine by the firmware or the processor; undefined for a real PC. */
export function findLinuxVirtualMachine(root: string): string | undefined {
  const makerNames = ['sys_vendor', 'product_name', 'board_vendor'].map(
    (name) => readText(join(root, 'sys/class/dmi/id', name))?.trim() ?? '',
  );
  if (makerNames.some((word) => word.endsWith('.metal'))) return undefined;
  const isGuest = /^flags\s*:.*\bhypervisor\b/m.test(readText(join(root, 'proc/cpuinfo')) ?? '');
  return nameVirtualMachine(makerNames.join(' ')) ?? (isGuest ? unknownVirtualMachine : undefined);
}

function readSystemDisk(root: string): string | undefined {
  const device = findRootDevice(root);
  const disk = device === undefined ? undefined : findWholeDisk(device);
  return disk === undefined ? undefined : readFirst(disk, ['device/serial', 'serial', 'wwid', 'device/wwid']);
}

/** Finds the folder in /sys of the device mounted at `/`; undefined when it is not a block device, as in a container. */
function findRootDevice(root: string): string | undefined {
  const mounts = readText(join(root, 'proc/self/mountinfo')) ?? '';
  for (const line of mounts.split('\n')) {
    const [mountFields, source] = line.split(' - ');
    const [, , numbers = '', , mountPoint] = mountFields?.split(' ') ?? [];
    if (mountPoint !== '/') continue;
    const byNumbers = realPath(join(root, 'sys/dev/block', numbers));
    if (byNumbers !== undefined) return byNumbers;
    const path = source?.split(' ')[1] ?? '';
    if (path.startsWith('/dev/')) return realPath(join(root, 'sys/class/block', basename(realPath(path) ?? path)));
  }
  return undefined;
}

/** Finds the disk of a partition, or the device below an encrypted or logical volume. */
function findWholeDisk(device: string): string | undefined {
  const [lowerDevice] = listNames(join(device, 'slaves'));
  if (lowerDevice !== undefined) {
    const lowerPath = realPath(join(device, 'slaves', lowerDevice));
    return lowerPath === undefined ? undefined : findWholeDisk(lowerPath);
  }
  return existsSync(join(device, 'partition')) ? dirname(device) : device;
}

/**
 * Reads the addresses of the PC's own network cards, the lowest first. They must belong to hardware, be permanent and assigned by the maker
 * (the second-lowest bit of the first byte is 0). Cards attached by USB do not count, because docking stations are not always connected.
 */
function readNetworkCards(root: string): string[] {
  const folder = join(root, 'sys/class/net');
  const addresses = listNames(folder).flatMap((name) => {
    const device = realPath(join(folder, name, 'device'));
    const address = acceptFact(readText(join(folder, name, 'address')) ?? '');
    const assigned = readText(join(folder, name, 'addr_assign_type'))?.trim() ?? '0';
    if (device === undefined || device.includes('/usb') || address === undefined || assigned !== '0') return [];
    return (Number.parseInt(address.slice(0, 2), 16) & 2) === 0 ? [address.toLowerCase()] : [];
  });
  return addresses.toSorted();
}

function readFirst(folder: string, names: readonly string[], component?: FingerprintComponent): string | undefined {
  for (const name of names) {
    const fact = acceptFact(readText(join(folder, name)) ?? '', component);
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

/** Returns the result of `read`, undefined if it fails: a fact that the user may not read counts as absent. */
function readOrUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
