import { normalizeFact, type FingerprintComponent, type MachineFacts } from '@basics/licensing/fingerprint.ts';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { nameVirtualMachine, unknownVirtualMachine } from './virtual-machine.ts';

/** Reads the facts of a Linux PC from `/etc`, `/sys` and `/proc`; `root` is `/`, in tests a folder with the same structure. */
export function readLinuxFacts(rootFolder: string): MachineFacts {
  const machineId = readFirst(rootFolder, ['etc/machine-id', 'var/lib/dbus/machine-id']);
  const boardSerial = readFirst(rootFolder, ['sys/class/dmi/id/board_serial']);
  const boardId =
    boardSerial ??
    readFirst(rootFolder, ['sys/class/dmi/id/product_uuid', 'sys/firmware/devicetree/base/serial-number']);
  // Without a serial number of the board, the UUID is used as the board id, and must not count a second time as `smbios-uuid`.
  const biosUuid =
    boardSerial === undefined ? undefined : readFirst(rootFolder, ['sys/class/dmi/id/product_uuid'], 'smbios-uuid');
  const systemDisk = readSystemDisk(rootFolder);
  const networkCards = readNetworkCards(rootFolder);
  return {
    ...(machineId === undefined ? {} : { 'machine-id': machineId }),
    ...(boardId === undefined ? {} : { 'board-id': boardId }),
    ...(systemDisk === undefined ? {} : { 'system-disk': systemDisk }),
    ...(networkCards.length === 0 ? {} : { 'network-card': networkCards }),
    ...(biosUuid === undefined ? {} : { 'smbios-uuid': biosUuid }),
  };
}

/** Finds the name of the virtual machine by the firmware or the processor; undefined for a real PC. */
export function findLinuxVirtualMachine(rootFolder: string): string | undefined {
  const makerNames = ['sys_vendor', 'product_name', 'board_vendor'].map(
    (name) => readText(join(rootFolder, 'sys/class/dmi/id', name))?.trim() ?? '',
  );
  if (makerNames.some((makerName) => makerName.endsWith('.metal'))) return undefined;
  const isGuest = /^flags\s*:.*\bhypervisor\b/m.test(readText(join(rootFolder, 'proc/cpuinfo')) ?? '');
  return nameVirtualMachine(makerNames.join(' ')) ?? (isGuest ? unknownVirtualMachine : undefined);
}

function readSystemDisk(rootFolder: string): string | undefined {
  const device = findRootDevice(rootFolder);
  const disk = device === undefined ? undefined : findWholeDisk(device);
  return disk === undefined ? undefined : readFirst(disk, ['device/serial', 'serial', 'wwid', 'device/wwid']);
}

/** Finds the folder in /sys of the device mounted at `/`; undefined when it is not a block device, as in a container. */
function findRootDevice(rootFolder: string): string | undefined {
  const mounts = readText(join(rootFolder, 'proc/self/mountinfo')) ?? '';
  for (const line of mounts.split('\n')) {
    const [mountFields, source] = line.split(' - ');
    const [, , numbers = '', , mountPoint] = mountFields?.split(' ') ?? [];
    if (mountPoint !== '/') continue;
    const byNumbers = realPath(join(rootFolder, 'sys/dev/block', numbers));
    if (byNumbers !== undefined) return byNumbers;
    const path = source?.split(' ')[1] ?? '';
    if (path.startsWith('/dev/'))
      return realPath(join(rootFolder, 'sys/class/block', basename(realPath(path) ?? path)));
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
 * Reads the addresses of the PC's own network cards, the lowest first. Only addresses of hardware count that are permanent and assigned by
 * the maker (the second-lowest bit of the first byte is 0). Cards attached by USB do not count, because docking stations are not always
 * connected.
 */
function readNetworkCards(rootFolder: string): string[] {
  const folder = join(rootFolder, 'sys/class/net');
  const addresses = listNames(folder).flatMap((name) => {
    const device = realPath(join(folder, name, 'device'));
    const address = normalizeFact(readText(join(folder, name, 'address')) ?? '');
    const addressType = readText(join(folder, name, 'addr_assign_type'))?.trim() ?? '0';
    if (device === undefined || device.includes('/usb') || address === undefined || addressType !== '0') return [];
    return (Number.parseInt(address.slice(0, 2), 16) & 2) === 0 ? [address.toLowerCase()] : [];
  });
  return addresses.toSorted();
}

function readFirst(folder: string, fileNames: readonly string[], component?: FingerprintComponent): string | undefined {
  for (const name of fileNames) {
    const fact = normalizeFact(readText(join(folder, name)) ?? '', component);
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
