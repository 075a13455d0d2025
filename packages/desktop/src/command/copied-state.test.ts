import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MachineFacts } from '@basics/licensing/fingerprint.ts';
import {
  createLicenceCode,
  createLicenceFile,
  createTestBench,
  homePc,
  officePc,
  type CommandResult,
  type TestBench,
} from '#desktop/testing/bench.ts';

let firstBench: TestBench;
let secondBench: TestBench;

beforeEach(async () => {
  firstBench = createTestBench();
  secondBench = createTestBench();
  await firstBench.trust();
});

afterEach(() => [firstBench, secondBench].forEach((bench) => bench.remove()));

/** Copies all files that the tool stored on the first PC to the second PC. */
function copyFilesToSecondPc(): void {
  rmSync(secondBench.home, { recursive: true });
  cpSync(firstBench.home, secondBench.home, { recursive: true, preserveTimestamps: true });
}

const readStatus = async (bench: TestBench, facts: MachineFacts): Promise<CommandResult & { code: string }> => {
  const result = await bench.basics(['status'], { facts });
  return { ...result, code: result.output.split(' ')[0] ?? '' };
};

/**
 * Installs a licence on a PC with too few hardware facts, whose identity is therefore derived from a stored random
 * seed.
 */
async function licenseContainer(facts: MachineFacts): Promise<void> {
  const { output } = await firstBench.basics(['code', '--offline'], { facts });
  expect((await firstBench.basics(['install', createLicenceCode(output)], { facts })).exitCode).toBe(0);
  expect((await readStatus(firstBench, facts)).code).toBe('VALID');
}

test.each([
  ['as it is', () => undefined],
  [
    'without its memory',
    () => ['state/memory.json', 'data/basics/memory-7.json'].forEach((name) => rmSync(join(secondBench.home, name))),
  ],
])('a state folder that was copied %s is not valid on a second PC (T036)', async (_, changeFolder) => {
  await firstBench.install(createLicenceFile());
  copyFilesToSecondPc();
  changeFolder();
  expect((await readStatus(firstBench, officePc)).code).toBe('VALID');
  const copiedStatus = await readStatus(secondBench, homePc);
  expect(copiedStatus).toMatchObject({ code: 'OTHER_MACHINE', exitCode: 13 });
  expect(copiedStatus.output).not.toContain('machine ID');
});

test.each([
  ['no facts', {}],
  ['the same only fact', { 'machine-id': 'image' }],
])(
  'basics status says that a PC has a random identity, and a copy of its folder is not valid on a second PC with %s (T037)',
  async (_, facts) => {
    await licenseContainer(facts);
    expect((await readStatus(firstBench, facts)).output).toContain('A random identity is stored');
    expect(JSON.parse((await firstBench.basics(['status', '--json'], { facts })).output)).toMatchObject({
      standIn: true,
    });
    copyFilesToSecondPc();
    const copiedStatus = await readStatus(secondBench, facts);
    expect(copiedStatus).toMatchObject({ code: 'OTHER_MACHINE', exitCode: 13 });
    expect(copiedStatus.output).toContain('A random identity is stored');
  },
);

test('if the file with the random identity of a PC was edited, or has the format of an earlier version, the PC counts as another PC (T038)', async () => {
  await licenseContainer({});
  copyFilesToSecondPc();
  const standInPath = join(secondBench.home, 'state', 'stand-in.json');
  const standInText = readFileSync(standInPath, 'utf8');
  for (const text of [standInText.replace(/[0-9a-f]/, '_'), '{"machine-id":"a","board-id":"b"}', 'x', standInText]) {
    writeFileSync(standInPath, text);
    expect((await readStatus(secondBench, {})).code, text).toBe('OTHER_MACHINE');
  }
});

test('a clone of a licensed virtual machine counts as another PC, and the command says so', async () => {
  const pc = { ...officePc, 'board-id': '', 'system-disk': '', 'smbios-uuid': '11c4a2b0-55aa-4e1b-9d20-0c9d92c10fab' };
  const { output } = await firstBench.basics(['code', '--offline'], { facts: pc, virtualMachine: 'QEMU' });
  expect((await firstBench.basics(['install', createLicenceCode(output)], { facts: pc })).exitCode).toBe(0);
  copyFilesToSecondPc();
  const clone = { ...pc, 'network-card': '00:16:3e:00:00:02', 'smbios-uuid': '7d0a4c6e-0001-4e1b-9d20-0c9d92c10fab' };
  const status = await readStatus(secondBench, clone);
  expect(status).toMatchObject({ code: 'OTHER_MACHINE', exitCode: 13 });
  expect(status.output).toContain('This PC has the machine ID of the licensed PC');
  expect((await secondBench.basics(['code', '--offline', '--moved'], { facts: clone })).errorOutput).toContain(
    'machine ID of the licensed PC',
  );
});
