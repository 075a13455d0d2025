import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createLicenceFile, day, officePc, signer, start } from '#desktop/testing/bench.ts';
import { createTool } from '#desktop/basics-tool.ts';

/** How often each of the two processes checks its licence: 500 times every night. */
const rounds = process.env['TEST_DATABASES'] === 'all' ? 500 : 100;
/** The clock of both processes goes 20,000 times as fast as the clock of this computer, so that the record is written often. */
const clockFactor = 20;
const toolFile = new URL('../basics-tool.ts', import.meta.url).href;

/** The settings of a tool, as they are also passed to a process. */
const createSettings = (folder: string) => ({
  toolId: 7,
  version: { major: 1, minor: 0, patch: 0 },
  folder: join(folder, 'state'),
  secondFolder: join(folder, 'second'),
});

/** Installs a licence in a new folder, and returns the folder and a function that checks the licence some days later. */
function installInNewFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'basics-two-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let now = start;
  const tool = createTool({
    ...createSettings(folder),
    publicKeys: [signer.publicKey],
    readMachine: () => ({ name: 'OFFICE-PC', facts: officePc, virtualMachine: undefined }),
    now: () => now,
    latestChange: () => 0,
  });
  expect(tool.install(createLicenceFile()).code).toBe('VALID');
  const checkLater = (days: number) => {
    now = start + day * days;
    return tool.status();
  };
  return { folder, checkLater };
}

/**
 * Checks the licence in a process of its own, and returns what the checks found, and the error of each temporary file that was gone when the
 * process wanted to rename it: another process has written it too.
 */
async function checkInProcess(folder: string, startedAt: number): Promise<string[]> {
  const script = `
    const { default: files } = await import('node:fs');
    const { renameSync } = files;
    files.renameSync = (...paths) => {
      try {
        renameSync(...paths);
      } catch (cause) {
        console.log(cause.code);
        throw cause;
      }
    };
    (await import('node:module')).syncBuiltinESMExports();
    const { createTool } = await import(${JSON.stringify(toolFile)});
    const tool = createTool({
      ...${JSON.stringify(createSettings(folder))},
      publicKeys: [Uint8Array.from(${JSON.stringify([...signer.publicKey])})],
      readMachine: () => ({ name: 'OFFICE-PC', facts: ${JSON.stringify(officePc)}, virtualMachine: undefined }),
      now: () => ${start} + ${clockFactor} * (Date.now() - ${startedAt}),
      latestChange: () => 0,
    });
    for (let round = 0; round < ${rounds}; round += 1) console.log(tool.status().code);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return (await text(child.stdout)).trim().split('\n');
}

test('two processes that check a licence at the same time always may run, never write the same file at once, and leave a complete record (T659)', async () => {
  const { folder, checkLater } = installInNewFolder();
  const startedAt = Date.now();
  const findings = await Promise.all([checkInProcess(folder, startedAt), checkInProcess(folder, startedAt)]);
  expect(findings.flat()).toEqual(Array.from({ length: 2 * rounds }, () => 'VALID'));
  expect(readdirSync(join(folder, 'state')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  const daysPassed = (clockFactor * (Date.now() - startedAt)) / day;
  expect(checkLater(daysPassed)).toMatchObject({ code: 'VALID' });
  // The record is complete: a clock that is set back by more than 48 hours is refused.
  expect(checkLater(daysPassed - 3).code).toBe('CLOCK_TURNED_BACK');
});

test('a file that a killed process has left behind stops the record for a minute only, and never the tool (T660)', () => {
  const { folder, checkLater } = installInNewFolder();
  const leftFiles = [join(folder, 'state', 'memory.json.tmp'), join(folder, 'second', 'memory-7.json.tmp')];
  for (const file of leftFiles) writeFileSync(file, '{"lic');
  expect(checkLater(1)).toMatchObject({ code: 'VALID', allowed: true, recordStored: false });
  const before = Date.now() / 1000 - 120;
  for (const file of leftFiles) utimesSync(file, before, before);
  const finding = checkLater(2);
  expect(finding).toMatchObject({ code: 'VALID', allowed: true });
  expect(finding.recordStored).toBeUndefined();
  expect(checkLater(-1).code).toBe('CLOCK_TURNED_BACK');
});
