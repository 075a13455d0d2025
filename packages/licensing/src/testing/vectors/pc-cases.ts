import { posix } from 'node:path';
import { bytesToHex, hexToBytes } from '#licensing/encoding/bytes.ts';
import { createFingerprint, type MachineFacts } from '#licensing/fingerprint.ts';
import { nodePrimitives } from '#licensing/node-primitives.ts';
import type { VectorCase } from './vector-case.ts';

/** The folders of a PC, as they were recorded. The keys and values of `links` are paths below the same root. */
type Recording = { files: Files; links?: Files; facts: MachineFacts; virtual?: boolean };

const dmi = 'sys/class/dmi/id';
const pci = 'sys/devices/pci0000:00';
const machineId = { 'etc/machine-id': '9d3c1f0e77aa4b6c8d2e5f1a0b3c4d5e\n' };
const laptopMakers = {
  [`${dmi}/sys_vendor`]: 'LENOVO\n',
  [`${dmi}/product_name`]: '20XW\n',
  [`${dmi}/board_vendor`]: 'LENOVO\n',
};
const laptopSerials = {
  [`${dmi}/board_serial`]: 'L1HF18S00AB\n',
  [`${dmi}/product_uuid`]: '4c4c4544-0042-3510-8052-b3c04f4b4e32\n',
};

const mount = (numbers: string, source: string): Files => ({
  'proc/self/mountinfo': `22 27 0:21 / /proc rw,nosuid shared:12 - proc proc rw\n27 1 ${numbers} / / rw,relatime shared:1 - ext4 ${source} rw\n`,
});

/** A network card: its name, its device, and its address; `type` is the way in which the address was assigned. */
function card(name: string, device: string, address: string, type = '0'): { files: Files; links: Files } {
  return {
    files: {
      [`${device}/net/${name}/address`]: `${address}\n`,
      [`${device}/net/${name}/addr_assign_type`]: `${type}\n`,
      [`${device}/vendor`]: '0x8086\n',
    },
    links: { [`sys/class/net/${name}`]: `${device}/net/${name}`, [`${device}/net/${name}/device`]: device },
  };
}

const wifi = card('wlp0s20f3', `${pci}/0000:00:14.3`, '8c:16:45:aa:bb:cc');
const dock = card('enx00e04c000001', `${pci}/0000:00:14.0/usb2/2-1/2-1:1.0`, '00:e0:4c:00:00:01');
const nvme = `${pci}/0000:00:1d.0/0000:03:00.0/nvme/nvme0`;
const nvmeFiles = {
  [`${nvme}/serial`]: 'S4EVNX0R123456      \n',
  [`${nvme}/nvme0n1/wwid`]: 'eui.002538b111b2f3a4\n',
  [`${nvme}/nvme0n1/nvme0n1p3/partition`]: '3\n',
};
const nvmeLinks = {
  [`${nvme}/nvme0n1/device`]: nvme,
  'sys/dev/block/259:3': `${nvme}/nvme0n1/nvme0n1p3`,
  'sys/class/block/nvme0n1p3': `${nvme}/nvme0n1/nvme0n1p3`,
};
const virtual = 'sys/devices/virtual/block';
/** LVM on an encrypted partition. */
const encryptedFiles = {
  ...nvmeFiles,
  [`${virtual}/dm-1/dm/name`]: 'vg-root\n',
  [`${virtual}/dm-0/dm/name`]: 'crypt\n',
};
const encryptedLinks = {
  ...nvmeLinks,
  'sys/dev/block/253:1': `${virtual}/dm-1`,
  [`${virtual}/dm-1/slaves/dm-0`]: `${virtual}/dm-0`,
  [`${virtual}/dm-0/slaves/nvme0n1p3`]: `${nvme}/nvme0n1/nvme0n1p3`,
};
const laptopFacts = {
  'machine-id': machineId['etc/machine-id'],
  'system-disk': 'S4EVNX0R123456',
  'network-card': '8c:16:45:aa:bb:cc',
};
const ata = `${pci}/0000:00:17.0/ata1/host0/target0:0:0/0:0:0:0`;
const sata = (name: string, wwid: string): { files: Files; links: Files } => ({
  files: { [`${ata}/block/${name}/${name}1/partition`]: '1\n', [`${ata}/${name}/wwid`]: `${wwid}\n` },
  links: { [`${ata}/block/${name}/device`]: `${ata}/${name}` },
});
const sda = sata('sda', 'naa.5002538e40a1b2c3');
const sdb = sata('sdb', 'naa.5002538e40ffffff');

const recordings: Record<string, Recording> = {
  'a laptop with LVM on an encrypted NVMe disk and a dock, read by root': {
    files: { ...machineId, ...laptopMakers, ...laptopSerials, ...mount('253:1', '/dev/mapper/vg-root'), ...encryptedFiles, ...wifi.files, ...dock.files },
    links: { ...encryptedLinks, ...wifi.links, ...dock.links },
    facts: { ...laptopFacts, 'board-id': 'L1HF18S00AB', 'smbios-uuid': '4c4c4544-0042-3510-8052-b3c04f4b4e32' },
  },
  'the same laptop, read by a user': {
    files: { ...machineId, ...laptopMakers, ...mount('253:1', '/dev/mapper/vg-root'), ...encryptedFiles, ...wifi.files },
    links: { ...encryptedLinks, ...wifi.links },
    facts: laptopFacts,
  },
  'a laptop with btrfs, whose device has no numbers': {
    files: { ...machineId, ...mount('0:27', '/dev/nvme0n1p3'), ...nvmeFiles },
    links: nvmeLinks,
    facts: { 'machine-id': laptopFacts['machine-id'], 'system-disk': 'S4EVNX0R123456' },
  },
  'a laptop with btrfs on an encrypted partition': {
    files: { ...machineId, ...mount('0:27', '/dev/mapper/crypt'), ...encryptedFiles, 'dev/dm-0': '' },
    links: { ...encryptedLinks, 'dev/mapper/crypt': 'dev/dm-0', 'sys/class/block/dm-0': `${virtual}/dm-0` },
    facts: { 'machine-id': laptopFacts['machine-id'], 'system-disk': 'S4EVNX0R123456' },
  },
  'a desktop PC with a SATA disk, whose board has no serial number': {
    files: { ...machineId, [`${dmi}/board_serial`]: 'Default string\n', [`${dmi}/product_uuid`]: '03000200-0400-0500-0006-000700080009\n', ...mount('8:1', '/dev/sda1'), ...sda.files },
    links: { ...sda.links, 'sys/dev/block/8:1': `${ata}/block/sda/sda1` },
    facts: { 'machine-id': laptopFacts['machine-id'], 'board-id': '03000200-0400-0500-0006-000700080009', 'system-disk': 'naa.5002538e40a1b2c3' },
  },
  'a PC with a UUID that many PCs share': {
    files: { ...machineId, [`${dmi}/board_serial`]: 'B-1\n', [`${dmi}/product_uuid`]: '03000200-0400-0500-0006-000700080009\n' },
    facts: { 'machine-id': laptopFacts['machine-id'], 'board-id': 'B-1' },
  },
  'a server with two mirrored disks': {
    files: { ...machineId, ...mount('9:0', '/dev/md0'), [`${virtual}/md0/md/level`]: 'raid1\n', ...sda.files, ...sdb.files },
    links: { ...sda.links, ...sdb.links, 'sys/dev/block/9:0': `${virtual}/md0`, [`${virtual}/md0/slaves/sdb1`]: `${ata}/block/sdb/sdb1`, [`${virtual}/md0/slaves/sda1`]: `${ata}/block/sda/sda1` },
    facts: { 'machine-id': laptopFacts['machine-id'], 'system-disk': 'naa.5002538e40a1b2c3' },
  },
  'a PC with several cards, of which one has a random and one a local address': (() => {
    const cards = [
      card('enp2s0', `${pci}/0000:02:00.0`, '8c:16:45:00:00:02'),
      card('enp1s0', `${pci}/0000:01:00.0`, '8c:16:45:00:00:01'),
      card('wlan0', `${pci}/0000:03:00.0`, '00:16:45:00:00:00', '1'),
      card('wlan1', `${pci}/0000:04:00.0`, '02:16:45:00:00:00'),
    ];
    const bridge = { 'sys/class/net/docker0/address': '00:42:ac:11:00:02\n', 'sys/class/net/lo/address': '00:00:00:00:00:00\n' };
    return {
      files: Object.assign({ ...machineId, ...bridge }, ...cards.map(({ files }) => files)),
      links: Object.assign({}, ...cards.map(({ links }) => links)),
      facts: { 'machine-id': laptopFacts['machine-id'], 'network-card': '8c:16:45:00:00:01' },
    };
  })(),
  'a virtual machine with virtio, whose card has a local address': {
    files: { ...machineId, [`${dmi}/sys_vendor`]: 'QEMU\n', [`${dmi}/product_name`]: 'Standard PC (Q35 + ICH9, 2009)\n', ...mount('254:2', '/dev/vda2'), [`${pci}/0000:00:02.0/virtio0/block/vda/serial`]: 'disk-7f3a', [`${pci}/0000:00:02.0/virtio0/block/vda/vda2/partition`]: '2\n', ...card('ens3', `${pci}/0000:00:03.0`, '52:54:00:12:34:56').files },
    links: { 'sys/dev/block/254:2': `${pci}/0000:00:02.0/virtio0/block/vda/vda2`, ...card('ens3', `${pci}/0000:00:03.0`, '52:54:00:12:34:56').links },
    facts: { 'machine-id': laptopFacts['machine-id'], 'system-disk': 'disk-7f3a' },
    virtual: true,
  },
  'a virtual machine of an unknown maker': {
    files: { ...machineId, 'proc/cpuinfo': 'processor\t: 0\nmodel name\t: Test\nflags\t\t: fpu vme hypervisor lahf_lm\n' },
    facts: { 'machine-id': laptopFacts['machine-id'] },
    virtual: true,
  },
  'a server in a cloud that is no virtual machine': {
    files: { ...machineId, [`${dmi}/sys_vendor`]: 'Amazon EC2\n', [`${dmi}/product_name`]: 'c5.metal\n', 'proc/cpuinfo': 'flags\t\t: fpu hypervisor\n' },
    facts: { 'machine-id': laptopFacts['machine-id'] },
  },
  'a PC with the device tree': {
    files: { 'etc/machine-id': 'uninitialized\n', 'var/lib/dbus/machine-id': '11112222333344445555666677778888\n', 'sys/firmware/devicetree/base/serial-number': '10000000abcdef01\0', 'proc/cpuinfo': 'Features\t: fp asimd hypervisor\n', ...mount('179:2', '/dev/root'), 'sys/devices/platform/mmc/mmc_host/mmc0/mmc0:aaaa/block/mmcblk0/mmcblk0p2/partition': '2\n', 'sys/devices/platform/mmc/mmc_host/mmc0/mmc0:aaaa/serial': '0x12345678\n', ...card('eth0', 'sys/devices/platform/scb/fd580000.ethernet', 'dc:a6:32:01:02:03').files },
    links: { 'sys/dev/block/179:2': 'sys/devices/platform/mmc/mmc_host/mmc0/mmc0:aaaa/block/mmcblk0/mmcblk0p2', 'sys/devices/platform/mmc/mmc_host/mmc0/mmc0:aaaa/block/mmcblk0/device': 'sys/devices/platform/mmc/mmc_host/mmc0/mmc0:aaaa', ...card('eth0', 'sys/devices/platform/scb/fd580000.ethernet', 'dc:a6:32:01:02:03').links },
    facts: { 'machine-id': '11112222333344445555666677778888', 'board-id': '10000000abcdef01', 'system-disk': '0x12345678', 'network-card': 'dc:a6:32:01:02:03' },
  },
  'a container': {
    files: { ...mount('0:50', 'overlay'), 'sys/class/net/eth0/address': '00:42:ac:11:00:02\n' },
    facts: {},
  },
}; // oxfmt-ignore

const guid = '6F1C0C5E-90F1-4A3B-8D55-0C1E2A3B4C5D';
const laptopUuid = '4C4C4544-0042-3510-8052-B3C04F4B4E32';
const intel = { address: '8C1645AABBCC', device: String.raw`PCI\VEN_8086&DEV_A0F0\3&11583659&0&A3` };
const macFacts = { 'machine-id': '5A3D7C11-0F5E-5B7A-9C3D-2E1F00AA5511', 'board-id': 'C02XG0FDH7JY', 'system-disk': '8E2C9F10-44B6-4E0B-A0C5-6F3D4B2A1908', 'network-card': 'f0:18:98:11:22:33' }; // oxfmt-ignore
const windows = { machineGuid: guid, maker: 'LENOVO', model: '20XW', uuid: laptopUuid, boards: ['L1HF18S00AB'], diskSerial: 'S4EVNX0R123456', cards: [intel] }; // oxfmt-ignore
const macBook = { uuid: macFacts['machine-id'], serial: macFacts['board-id'], volume: macFacts['system-disk'], address: macFacts['network-card'] }; // oxfmt-ignore
const windowsFacts = { 'machine-id': guid, 'board-id': 'L1HF18S00AB', 'system-disk': 'S4EVNX0R123456', 'network-card': '8c1645aabbcc', 'smbios-uuid': laptopUuid }; // oxfmt-ignore

const otherRecordings: Record<string, Recording> = {
  'a laptop with Windows, a dock and a virtual card': {
    files: createWindowsFiles({
      ...windows,
      cards: [
        { address: '00E04C000001', device: String.raw`USB\VID_0BDA&PID_8153\000001` },
        { address: '00155D000001', device: String.raw`ROOT\VMS_MP\0000`, isHardware: false },
        intel,
        intel,
      ],
    }),
    facts: windowsFacts,
  },
  'a PC with Windows, two cards, two boards, and a UUID that many PCs share': {
    files: createWindowsFiles({
      ...windows,
      uuid: '03000200-0400-0500-0006-000700080009',
      boards: ['Default string', 'B-2'],
      diskSerial: '    0025_38B1_11B2_F3A4.   ',
      cards: [{ ...intel, address: '8C1645AABBCE' }, { ...intel, address: '0A1645AABBC0' }, { ...intel, address: '8C1645AABBCD' }],
    }),
    facts: { 'machine-id': guid, 'system-disk': '0025_38b1_11b2_f3a4.', 'network-card': '8c1645aabbcd' },
  },
  'a virtual machine with Windows': {
    files: createWindowsFiles({ ...windows, maker: 'Microsoft Corporation', model: 'Virtual Machine', boards: ['7783-7084-3265-9085-8269-3286-77'], diskSerial: '' }),
    facts: { ...windowsFacts, 'board-id': '7783-7084-3265-9085-8269-3286-77', 'system-disk': '' },
    virtual: true,
  },
  'a server with Windows in a cloud that is no virtual machine': {
    files: createWindowsFiles({ ...windows, maker: 'Amazon EC2', model: 'c5.metal' }),
    facts: windowsFacts,
  },
  'a PC with Windows of which nothing can be read': {
    files: createWindowsFiles({ machineGuid: '', maker: '', model: '', uuid: '00000000-0000-0000-0000-000000000000', boards: [], diskSerial: '', cards: [] }),
    facts: {},
  },
  'a Mac': { files: createMacFiles(macBook), facts: macFacts },
  'a virtual machine with macOS, whose card has a local address': {
    files: createMacFiles({ ...macBook, address: '5e:18:98:11:22:33', isGuest: true }),
    facts: { ...macFacts, 'network-card': '' },
    virtual: true,
  },
  'a Mac of which nothing can be read': {
    files: { ioreg: '', diskutil: '', networksetup: '', sysctl: '' },
    facts: {},
  },
}; // oxfmt-ignore

/** Recorded PCs. All libraries read the same facts from them. */
export const createPcCases = (): VectorCase[] =>
  Object.entries({ ...recordings, ...otherRecordings }).map(
    ([name, { files, links = {}, facts, virtual: isVirtual = false }]): VectorCase => {
      const relativeLinks = Object.entries(links).map(([path, target]) => [
        path,
        posix.relative(posix.dirname(path), target),
      ]);
      const expect = { fingerprint: bytesToHex(createFingerprint(facts, nodePrimitives)), virtual: isVirtual };
      return { id: `pc: ${name}`, kind: 'pc', files, links: Object.fromEntries(relativeLinks), expect };
    },
  );

/** The files of a recorded PC with Windows or macOS, which docs/conformance.md describes. */
type Files = Record<string, string>;

type WindowsPc = {
  machineGuid: string;
  maker: string;
  model: string;
  uuid: string;
  /** The serial number of each board, the first board first. */
  boards: string[];
  diskSerial: string;
  /** The rows of the table of interfaces, with the id of the device. */
  cards: { address: string; device: string; isHardware?: false }[];
};

/**
 * Creates a recorded Windows PC from the layout that its maker and DSP0134 (SMBIOS) document: what PowerShell prints, for libraries that run it,
 * and the answers of the system's calls, for a library that makes them.
 */
function createWindowsFiles(pc: WindowsPc): Files {
  const printedCards = pc.cards.filter(({ isHardware, device }) => isHardware !== false && !device.startsWith('USB'));
  const printedLines = [
    `machine-id=${pc.machineGuid}`,
    `board-id=${pc.boards[0] ?? ''}`,
    `smbios-uuid=${pc.uuid}`,
    `system-disk=${pc.diskSerial}`,
    ...printedCards.map(({ address }) => `network-card=${address}`),
    `model=${pc.maker} ${pc.model}`,
  ];
  const rows = pc.cards.map(
    ({ address, device, isHardware }) => `${isHardware === false ? 0 : 1} ${address} ${device}\n`,
  );
  return {
    'powershell.exe': printedLines.map((line) => `${line}\r\n`).join(''),
    MachineGuid: pc.machineGuid,
    'RSMB.hex': bytesToHex(createFirmwareTable(pc)),
    'StorageDeviceProperty.hex': bytesToHex(createDiskDescriptor(pc.diskSerial)),
    IfTable2: rows.join(''),
  };
}

/** Creates an SMBIOS structure: its type, the bytes behind its head, and its strings. */
function createStructure(type: number, fields: readonly number[], strings: readonly string[]): number[] {
  const text = strings.length === 0 ? '\0\0' : `${strings.join('\0')}\0\0`;
  return [type, fields.length + 4, type, 0, ...fields, ...new TextEncoder().encode(text)];
}

/** The answer of `GetSystemFirmwareTable`: 8 bytes, then the structures of SMBIOS 3.2. */
function createFirmwareTable({ uuid, maker, model, boards }: WindowsPc): Uint8Array {
  const bytes = [...hexToBytes(uuid.replaceAll('-', '').toLowerCase())];
  const little = [3, 2, 1, 0, 5, 4, 7, 6].map((at) => bytes[at] ?? 0);
  const structures = [
    ...createStructure(0, [1, 2, 0, 0, 3], ['Maker of the BIOS', '1.57', '01/09/2026']),
    ...createStructure(1, [1, 2, 0, 3, ...little, ...bytes.slice(8), 6, 0, 0], [maker, model, 'PF2XYZ12']),
    ...boards.flatMap((serial) => createStructure(2, [1, 2, 0, 3, 0, 0, 0, 0, 0, 10, 0], [maker, 'Board', serial])),
    ...createStructure(127, [], []),
  ];
  return Uint8Array.from([0, 3, 2, 0, structures.length & 255, structures.length >> 8, 0, 0, ...structures]);
}

/** `STORAGE_DEVICE_DESCRIPTOR`: the offset of the serial number is at byte 24. */
function createDiskDescriptor(serial: string): Uint8Array {
  const head = [40, 0, 0, 0, 64, 0, 0, 0, ...Array.from({ length: 16 }, () => 0), serial === '' ? 0 : 40, 0, 0, 0, 17];
  return Uint8Array.from([...head, ...Array.from({ length: 11 }, () => 0), ...new TextEncoder().encode(`${serial}\0`)]);
}

/** Creates a recorded Mac from the documented output of the programs of macOS. */
function createMacFiles(mac: { uuid: string; serial: string; volume: string; address: string; isGuest?: true }): Files {
  return {
    ioreg: `+-o J316sAP  <class IOPlatformExpertDevice, id 0x100000259, registered, matched, active, busy 0, retain 40>\n    {\n      "manufacturer" = <"Apple Inc.">\n      "IOPlatformSerialNumber" = "${mac.serial}"\n      "IOPlatformUUID" = "${mac.uuid}"\n    }\n`,
    diskutil: `   Device Identifier:         disk3s1s1\n   Mount Point:               /\n   Volume Name:               Macintosh HD\n\n   Volume UUID:               ${mac.volume}\n   Disk / Partition UUID:     ${mac.volume}\n`,
    networksetup: `\nHardware Port: Ethernet Adapter (en4)\nDevice: en4\nEthernet Address: 36:18:98:00:00:04\n\nHardware Port: Wi-Fi\nDevice: en0\nEthernet Address: ${mac.address}\n\nVLAN Configurations\n===================\n`,
    sysctl: `${mac.isGuest === true ? 1 : 0}\n`,
  };
}
