import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { createFingerprint, normalizeFact } from '@basics/licensing/fingerprint.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { createVectorCases } from '@basics/licensing/testing/vectors/make-vectors.ts';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findLinuxVirtualMachine, readLinuxFacts, readLinuxMachine, type Machine } from './linux-facts.ts';
import { readMacMachine, readThisMachine, readWindowsMachine } from './machine.ts';
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

/** Reads a recorded PC: what programs of Windows or macOS have printed, or the folders of Linux. */
function readRecordedMachine(folder: string): Machine {
  const runRecorded = (programPath: string): string => readFileSync(join(folder, basename(programPath)), 'utf8');
  if (existsSync(join(folder, 'powershell.exe'))) return readWindowsMachine(runRecorded);
  return existsSync(join(folder, 'ioreg')) ? readMacMachine(runRecorded) : readLinuxMachine(folder);
}

describe('the facts of a recorded PC', () => {
  test.each(createVectorCases().filter((vectorCase) => vectorCase.kind === 'pc'))(
    '$id: the facts are those of sdk/vectors.json',
    (pc) => {
      for (const [path, text] of Object.entries(pc.files)) {
        mkdirSync(dirname(join(testRoot, path)), { recursive: true });
        writeFileSync(join(testRoot, path), text);
      }
      for (const [path, target] of Object.entries(pc.links)) {
        mkdirSync(join(testRoot, dirname(path)), { recursive: true });
        symlinkSync(target, join(testRoot, path));
      }
      const { facts, virtualMachine } = readRecordedMachine(testRoot);
      const fingerprint = bytesToHex(createFingerprint(facts, nodePrimitives));
      expect({ fingerprint, virtual: virtualMachine !== undefined }).toEqual(pc.expect);
    },
  );

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

  test('the facts of a Linux PC are all absent when there is nothing to read', () => {
    expect(readLinuxFacts(testRoot)).toEqual({});
    writeTestFile('proc/self/mountinfo', '25 1 0:50 / / rw - overlay overlay rw,lowerdir=/a:/b');
    expect(readLinuxFacts(testRoot)).toEqual({});
  });
});

describe('facts that programs print', () => {
  test('facts that programs print are read once a day, and read again if the cache was edited or copied from another PC, or if the clock was set back (T044)', () => {
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
