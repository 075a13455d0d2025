import { normalizeFact, type FingerprintComponent, type MachineFacts } from '@basics/licensing/fingerprint.ts';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Reads the facts of a Linux PC from `/etc`, `/sys` and `/proc`. `rootFolder` is `/`, or, in tests, a folder with the same structure. */
export function readLinuxFacts(rootFolder: string): MachineFacts {
  const machineId = readFirstFact(rootFolder, ['etc/machine-id', 'var/lib/dbus/machine-id']);
  const boardSerial = readFirstFact(rootFolder, ['sys/class/dmi/id/board_serial']);
  const boardId =
    boardSerial ??
    readFirstFact(rootFolder, ['sys/class/dmi/id/product_uuid', 'sys/firmware/devicetree/base/serial-number']);
  // If the board has no serial number, the UUID of the firmware is the board id. In this case, the UUID must not be used a second time as
  // `smbios-uuid`.
  const biosUuid =
    boardSerial === undefined ? undefined : readFirstFact(rootFolder, ['sys/class/dmi/id/product_uuid'], 'smbios-uuid');
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

/** Reads the facts and the kind of virtual machine of a Linux PC. `rootFolder` is `/`, or a folder with a copy of `/etc`, `/sys` and `/proc`. */
export const readLinuxMachine = (rootFolder: string, name = ''): Machine => ({
  name,
  facts: readLinuxFacts(rootFolder),
  virtualMachine: findLinuxVirtualMachine(rootFolder),
});

/**
 * Finds the kind of the virtual machine from the data of the firmware or the processor. Returns undefined for a real
 * PC.
 */
export function findLinuxVirtualMachine(rootFolder: string): string | undefined {
  const makerNames = ['sys_vendor', 'product_name', 'board_vendor']
    .map((name) => readText(join(rootFolder, 'sys/class/dmi/id', name))?.trim() ?? '')
    .join(' ');
  if (bareMetal.test(makerNames)) return undefined;
  const isGuest = /^flags\s*:.*\bhypervisor\b/m.test(readText(join(rootFolder, 'proc/cpuinfo')) ?? '');
  return findVirtualMachineKind(makerNames) ?? (isGuest ? unknownVirtualMachine : undefined);
}

function readSystemDisk(rootFolder: string): string | undefined {
  const device = findRootDevice(rootFolder);
  const disk = device === undefined ? undefined : findWholeDisk(device);
  return disk === undefined ? undefined : readFirstFact(disk, ['device/serial', 'serial', 'wwid', 'device/wwid']);
}

/**
 * Finds the folder in /sys of the device that is mounted at `/`. Returns undefined if the device is not a block device, as in a container.
 */
function findRootDevice(rootFolder: string): string | undefined {
  const mounts = readText(join(rootFolder, 'proc/self/mountinfo')) ?? '';
  for (const line of mounts.split('\n')) {
    const [mountFields, source] = line.split(' - ');
    const [, , numbers = '', , mountPoint] = mountFields?.split(' ') ?? [];
    if (mountPoint !== '/') continue;
    const deviceFolder = realPath(join(rootFolder, 'sys/dev/block', numbers));
    if (deviceFolder !== undefined) return deviceFolder;
    const path = source?.split(' ')[1] ?? '';
    if (!path.startsWith('/dev/')) continue;
    const device = realPath(join(rootFolder, 'sys/class/block', basename(realPath(join(rootFolder, path)) ?? path)));
    if (device !== undefined) return device;
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
 * Reads the addresses of the network cards of the PC, the lowest first. The list contains only permanent hardware addresses that the maker
 * has assigned (the second-lowest bit of the first byte is 0). Network cards that are connected by USB are left out, because docking
 * stations are not always connected.
 */
function readNetworkCards(rootFolder: string): string[] {
  const folder = join(rootFolder, 'sys/class/net');
  const addresses = listNames(folder).flatMap((name) => {
    const device = realPath(join(folder, name, 'device'));
    const address = normalizeFact(readText(join(folder, name, 'address')) ?? '');
    const addressType = readText(join(folder, name, 'addr_assign_type'))?.trim() ?? '0';
    if (device === undefined || device.includes('/usb') || addressType !== '0') return [];
    if (address === undefined || !/^[0-9a-f]{2}/i.test(address)) return [];
    return (Number.parseInt(address.slice(0, 2), 16) & 2) === 0 ? [address.toLowerCase()] : [];
  });
  return addresses.toSorted();
}

function readFirstFact(
  folder: string,
  fileNames: readonly string[],
  component?: FingerprintComponent,
): string | undefined {
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

/**
 * Returns the result of `read`, or undefined if `read` fails, because a fact that the user may not read counts as
 * absent.
 */
function readOrUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/**
 * A PC: its name, the hardware facts that could be read, and, if the PC is a virtual machine, the kind of the virtual
 * machine.
 */
export type Machine = { name: string; facts: MachineFacts; virtualMachine?: string | undefined };

/**
 * Patterns for the maker and the model that virtual machines report, each with the name of that kind of virtual
 * machine.
 */
const makerPatterns: readonly [RegExp, string][] = [
  [/vmware/i, 'VMware'],
  [/virtualbox|innotek/i, 'VirtualBox'],
  [/parallels/i, 'Parallels'],
  [/microsoft corporation.*virtual machine/i, 'Hyper-V'],
  [/amazon ec2/i, 'Amazon EC2'],
  [/google compute engine/i, 'Google Compute Engine'],
  [/alibaba cloud|openstack|digitalocean|nutanix/i, 'a cloud'],
  [/qemu|kvm|bochs/i, 'QEMU'],
  [/xen|hvm domu/i, 'Xen'],
  [/bhyve/i, 'bhyve'],
];

/** The mark of a server in a cloud that is no virtual machine. */
const bareMetal = /\.metal/i;

/** The text that is shown as the kind of a virtual machine whose maker is unknown. */
export const unknownVirtualMachine = 'of an unknown kind';

/** Returns the kind of virtual machine with this maker and model, or undefined for a real PC. */
export const findVirtualMachineKind = (makerAndModel: string): string | undefined =>
  bareMetal.test(makerAndModel) ? undefined : makerPatterns.find(([pattern]) => pattern.test(makerAndModel))?.[1];
