import { bytesToHex, hexToBytes } from '#licensing/encoding/bytes.ts';

/** The files of a recorded PC with Windows or macOS, which docs/conformance.md describes. */
export type Files = Record<string, string>;

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
export function createWindowsFiles(pc: WindowsPc): Files {
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
export const createMacFiles = (mac: {
  uuid: string;
  serial: string;
  volume: string;
  address: string;
  isGuest?: true;
}): Files => ({
  ioreg: `+-o J316sAP  <class IOPlatformExpertDevice, id 0x100000259, registered, matched, active, busy 0, retain 40>\n    {\n      "manufacturer" = <"Apple Inc.">\n      "IOPlatformSerialNumber" = "${mac.serial}"\n      "IOPlatformUUID" = "${mac.uuid}"\n    }\n`,
  diskutil: `   Device Identifier:         disk3s1s1\n   Mount Point:               /\n   Volume Name:               Macintosh HD\n\n   Volume UUID:               ${mac.volume}\n   Disk / Partition UUID:     ${mac.volume}\n`,
  networksetup: `\nHardware Port: Ethernet Adapter (en4)\nDevice: en4\nEthernet Address: 36:18:98:00:00:04\n\nHardware Port: Wi-Fi\nDevice: en0\nEthernet Address: ${mac.address}\n\nVLAN Configurations\n===================\n`,
  sysctl: `${mac.isGuest === true ? 1 : 0}\n`,
});
