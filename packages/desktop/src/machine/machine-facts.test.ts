import { normalizeFact } from '@basics/licensing/fingerprint.ts';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findLinuxVirtualMachine, readLinuxFacts } from './linux-facts.ts';
import { readMacFacts, readThisMachine, readWindowsMachine } from './machine.ts';
import { readWithCache } from './cached-machine.ts';

let testRoot: string;

beforeEach(() => {
  testRoot = mkdtempSync(join(tmpdir(), 'basics-facts-'));
});

afterEach(() => rmSync(testRoot, { recursive: true }));

function writeTestFile(path: string, text: string): void {
  mkdirSync(dirname(join(testRoot, path)), { recursive: true });
  writeFileSync(join(testRoot, path), `${text}\n`);
}

function createTestLink(path: string, target: string): void {
  mkdirSync(dirname(join(testRoot, path)), { recursive: true });
  mkdirSync(join(testRoot, target), { recursive: true });
  symlinkSync(join(testRoot, target), join(testRoot, path));
}

describe('the facts of a Linux PC', () => {
  test('the facts of a Linux PC are the machine id, the board, the disk with the root folder, and the permanent network cards of the PC', () => {
    writeTestFile('etc/machine-id', '9d3c1f0e77aa4b');
    writeTestFile('sys/class/dmi/id/board_serial', 'Default string');
    writeTestFile('sys/class/dmi/id/product_uuid', '4c4c4544-0042');
    writeTestFile(
      'proc/self/mountinfo',
      '22 1 0:21 / /proc rw - proc proc rw\n25 1 259:2 / / rw,relatime - ext4 /dev/nvme0n1p2 rw',
    );
    createTestLink('sys/dev/block/259:2', 'sys/devices/pci0/nvme0n1/nvme0n1p2');
    writeTestFile('sys/devices/pci0/nvme0n1/nvme0n1p2/partition', '2');
    writeTestFile('sys/devices/pci0/nvme0n1/wwid', 'eui.002538b111b2f3a4');
    createTestLink('sys/class/net/enx1/device', 'sys/devices/pci0/usb1/1-2');
    writeTestFile('sys/class/net/enx1/address', '00:e0:4c:00:00:01');
    createTestLink('sys/class/net/wlp3s0/device', 'sys/devices/pci0/0000:03');
    writeTestFile('sys/class/net/wlp3s0/address', '8C:16:45:AA:BB:CC');
    createTestLink('sys/class/net/enp0s31f6/device', 'sys/devices/pci0/0000:00');
    writeTestFile('sys/class/net/enp0s31f6/address', '8c:16:45:00:00:01');
    createTestLink('sys/class/net/eth9/device', 'sys/devices/pci0/0000:09');
    writeTestFile('sys/class/net/eth9/address', '02:16:45:00:00:01');
    writeTestFile('sys/class/net/lo/address', '00:00:00:00:00:00');
    writeTestFile('sys/class/net/docker0/address', '02:42:ac:11:00:02');
    expect(readLinuxFacts(testRoot)).toEqual({
      'machine-id': '9d3c1f0e77aa4b',
      'board-id': '4c4c4544-0042',
      'system-disk': 'eui.002538b111b2f3a4',
      'network-card': ['8c:16:45:00:00:01', '8c:16:45:aa:bb:cc'],
    });
  });

  test('the facts of a Linux PC contain the disk on which an encrypted root volume is stored', () => {
    writeTestFile('proc/self/mountinfo', '25 1 253:0 / / rw - ext4 /dev/mapper/root rw');
    createTestLink('sys/dev/block/253:0', 'sys/devices/virtual/block/dm-0');
    createTestLink('sys/devices/virtual/block/dm-0/slaves/sda3', 'sys/devices/pci0/sda/sda3');
    writeTestFile('sys/devices/pci0/sda/sda3/partition', '3');
    writeTestFile('sys/devices/pci0/sda/device/wwid', 'naa.5002538e40a1b2c3');
    expect(readLinuxFacts(testRoot)).toEqual({ 'system-disk': 'naa.5002538e40a1b2c3' });
  });

  test('the facts of a Linux PC contain the UUID of the firmware, unless this UUID is already the board id, or many PCs share it', () => {
    writeTestFile('sys/class/dmi/id/board_serial', 'PF2ABCDE');
    writeTestFile('sys/class/dmi/id/product_uuid', '4c4c4544-0042');
    expect(readLinuxFacts(testRoot)).toEqual({ 'board-id': 'PF2ABCDE', 'smbios-uuid': '4c4c4544-0042' });
    writeTestFile('sys/class/dmi/id/product_uuid', '03000200-0400-0500-0006-000700080009');
    expect(readLinuxFacts(testRoot)).toEqual({ 'board-id': 'PF2ABCDE' });
  });

  test.each([
    ['VMware, Inc.', 'VMware20,1', '', 'VMware'],
    ['Microsoft Corporation', 'Virtual Machine', '', 'Hyper-V'],
    ['Microsoft Corporation', 'Surface Pro 9', '', undefined],
    ['LENOVO', '20XW', '', undefined],
    ['Amazon EC2', 'c5.metal', 'hypervisor', undefined],
    ['', '', 'fpu vme hypervisor lahf_lm', 'of an unknown kind'],
  ])('a PC with the maker "%s" and the model "%s" is the virtual machine %s', (maker, model, flags, kindOfMachine) => {
    writeTestFile('sys/class/dmi/id/sys_vendor', maker);
    writeTestFile('sys/class/dmi/id/product_name', model);
    writeTestFile('proc/cpuinfo', `model name : Test\nflags\t\t: ${flags}`);
    expect(findLinuxVirtualMachine(testRoot)).toBe(kindOfMachine);
  });

  test('the facts of a Linux PC do not contain a network card with a random address', () => {
    createTestLink('sys/class/net/wlan0/device', 'sys/devices/pci0/0000:03');
    writeTestFile('sys/class/net/wlan0/address', '8c:16:45:aa:bb:cc');
    writeTestFile('sys/class/net/wlan0/addr_assign_type', '3');
    expect(readLinuxFacts(testRoot)).toEqual({});
  });

  test('the facts of a Linux PC are all absent when there is nothing to read', () => {
    expect(readLinuxFacts(testRoot)).toEqual({});
    writeTestFile('proc/self/mountinfo', '25 1 0:50 / / rw - overlay overlay rw,lowerdir=/a:/b');
    expect(readLinuxFacts(testRoot)).toEqual({});
  });
});

describe('the facts of a Mac', () => {
  test('the facts of a Mac are read from the output of programs of macOS', () => {
    const programOutput: Record<string, string> = {
      '/usr/sbin/ioreg': '  "IOPlatformUUID" = "8E9F-11"\n  "IOPlatformSerialNumber" = "C02XG0FDH7JY"\n',
      '/usr/sbin/diskutil': '   Volume Name:   Macintosh HD\n   Volume UUID:               A1B2-C3D4\n',
      '/usr/sbin/networksetup': 'Hardware Port: Wi-Fi\nDevice: en0\nEthernet Address: f0:18:98:11:22:33\n',
    };
    expect(readMacFacts((file) => programOutput[file] ?? '')).toEqual({
      'machine-id': '8E9F-11',
      'board-id': 'C02XG0FDH7JY',
      'system-disk': 'A1B2-C3D4',
      'network-card': 'f0:18:98:11:22:33',
    });
    expect(readMacFacts(() => '')).toEqual({});
  });
});

describe('the facts of a Windows PC', () => {
  test('the facts of a Windows PC are read from the output of PowerShell', () => {
    const programOutput =
      'machine-id=6f1c0c5e-90f1\r\nboard-id=To be filled by O.E.M.\r\nsystem-disk=  S4EVNX0R1 \r\nnetwork-card=8C1645AABBCC\r\n' +
      'network-card=0A1645AABBCC\r\nnetwork-card=001645AABBCC\r\nsmbios-uuid=4C4C4544-0042\r\nmodel=VMware, Inc. VMware20,1\r\n';
    expect(readWindowsMachine(() => programOutput)).toEqual({
      facts: {
        'machine-id': '6f1c0c5e-90f1',
        'system-disk': 'S4EVNX0R1',
        'network-card': ['001645AABBCC', '8C1645AABBCC'],
        'smbios-uuid': '4C4C4544-0042',
      },
      virtualMachine: 'VMware',
    });
    expect(readWindowsMachine(() => '')).toEqual({ facts: {}, virtualMachine: undefined });
  });
});

describe('facts that programs print', () => {
  test('facts that programs print are read once a day, and read again if the cache was edited or copied from another PC, or if the clock was set back', () => {
    let now = 1_800_000_000;
    let surroundings = 'this PC';
    let readCount = 0;
    const path = join(testRoot, 'facts.json');
    const cache = { path, surroundings: () => surroundings, now: () => now };
    const readMachine = () => ({ name: 'PC', facts: { 'board-id': `read ${++readCount}` } });
    const countReadsAfter = (isFresh = false): number => {
      readWithCache(cache, readMachine, isFresh);
      return readCount;
    };
    expect([countReadsAfter(), countReadsAfter(), countReadsAfter(true), countReadsAfter()]).toEqual([1, 1, 2, 2]);
    expect(readWithCache(cache, readMachine, false).facts).toEqual({ 'board-id': 'read 2' });
    now += 86_399;
    expect(countReadsAfter()).toBe(2);
    now += 1;
    expect(countReadsAfter()).toBe(3);
    now -= 1;
    expect(countReadsAfter(), 'a clock that was set back').toBe(4);
    writeFileSync(path, readFileSync(path, 'utf8').replace('read 4', 'read 9'));
    expect(countReadsAfter(), 'edited').toBe(5);
    surroundings = 'another PC';
    expect(countReadsAfter(), 'carried to another PC').toBe(6);
  });
});

describe('the value of a hardware fact', () => {
  test.each([
    '',
    '0',
    'None',
    'N/A',
    'To Be Filled By O.E.M.',
    'Default string',
    '00:00:00:00:00:00',
    'ffffffff',
    'Not Specified',
  ])('the value "%s" identifies no PC', (value) => expect(normalizeFact(value)).toBeUndefined());

  test('the facts of the computer that runs this test can be read without an error', () => {
    expect(readThisMachine(true, { folder: testRoot, now: () => 0 }).name).not.toBe('');
  });
});
