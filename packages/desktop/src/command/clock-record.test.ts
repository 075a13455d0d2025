import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { createFingerprint } from '@basics/licensing/fingerprint.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { day, homePc, createLicenceFile, createTestBench, start } from '#desktop/testing/bench.ts';
import { createBenchForEachTest } from '#desktop/testing/suite-bench.ts';

const bench = createBenchForEachTest();
let firstCopy: string;
let secondCopy: string;

beforeEach(async () => {
  firstCopy = join(bench().home, 'state', 'memory.json');
  secondCopy = join(bench().home, 'data', 'basics', 'memory-7.json');
  await bench().trust();
});

const oneYearLater = start + 365 * day;

async function readStatusCode(now: number, runOptions = {}): Promise<string> {
  const { output } = await bench().basics(['status', '--json'], { now, ...runOptions });
  return JSON.parse(output).code;
}

/** Changes the time that is stored in a copy to the first day of the licence, as a user could do who wants to turn the clock back. */
function setStoredTimeBack(path: string): void {
  const text = readFileSync(path, 'utf8');
  const highWaterMark: unknown = JSON.parse(text).highWaterMark;
  writeFileSync(path, text.replace(String(highWaterMark), String(start)));
}

/** Installs a licence for one year, and checks its status after it has expired. */
async function installAndExpire(): Promise<void> {
  await bench().install(createLicenceFile());
  expect(await readStatusCode(oneYearLater + 100 * day)).toBe('EXPIRED');
}

describe('the clock record, which stores the latest time that the tool has seen', () => {
  test.each([
    ['edited', setStoredTimeBack],
    ['deleted', (path: string) => rmSync(path)],
    ['damaged', (path: string) => writeFileSync(path, '{"highWaterMark":')],
  ])('a clock that was turned back is detected after one of the two copies was %s (T031)', async (_, damage) => {
    await installAndExpire();
    for (const copy of [firstCopy, secondCopy]) {
      damage(copy);
      expect(await readStatusCode(start + 40 * day)).toBe('CLOCK_TURNED_BACK');
    }
  });

  test.each([
    ['edited', setStoredTimeBack],
    ['deleted', (path: string) => rmSync(path)],
  ])('an old licence is not valid after both copies were %s, and status says what to do (T032)', async (_, damage) => {
    await installAndExpire();
    [firstCopy, secondCopy].forEach((path) => damage(path));
    const result = await bench().basics(['status'], { now: start + 40 * day });
    expect(result.exitCode).toBe(24);
    expect(result.output).toMatch(
      /^CLOCK_RECORD_LOST .*\n[^]*Next: Correct the date and time\. Run "basics code --renew"/,
    );
    expect(await bench().install(createLicenceFile(), start + 40 * day)).toBe(24);
    const renewed = createLicenceFile({ lid: 'ffffffffffffffff', iat: start + 40 * day, nbf: start, seq: 2 });
    expect(await bench().install(renewed, start + 40 * day)).toBe(0);
    expect(await readStatusCode(start + 41 * day)).toBe('VALID');
  });

  test('a licence that was issued in the last 30 days is still valid after both copies of the clock record were deleted', async () => {
    await bench().install(createLicenceFile());
    rmSync(firstCopy);
    rmSync(secondCopy);
    expect(await readStatusCode(start + 30 * day)).toBe('VALID');
    expect(await readStatusCode(start + 20 * day)).toBe('CLOCK_TURNED_BACK');
  });

  test('with a new state folder, an old licence is still checked against the clock record (T033)', async () => {
    await installAndExpire();
    rmSync(join(bench().home, 'state'), { recursive: true });
    await bench().trust();
    expect(await bench().install(createLicenceFile(), start + 40 * day)).toBe(15);
  });

  test('without a clock record, an old licence is not installed if system files are newer than the clock', async () => {
    const installWithNewestFile = async (latestChange: number) =>
      bench().basics(['install', '-'], { input: createLicenceFile(), now: start + 40 * day, latestChange });
    expect((await installWithNewestFile(start + 400 * day)).exitCode).toBe(15);
    expect((await installWithNewestFile(start + 41 * day)).exitCode).toBe(0);
  });

  test('the clock record of another PC is not used', async () => {
    await installAndExpire();
    const otherBench = createTestBench();
    await otherBench.trust();
    mkdirSync(join(otherBench.home, 'data', 'basics'), { recursive: true });
    writeFileSync(join(otherBench.home, 'data', 'basics', 'memory-7.json'), readFileSync(secondCopy));
    const fp = bytesToHex(createFingerprint(homePc, nodePrimitives));
    const input = createLicenceFile({ machine: { fp, scheme: 1, name: 'HOME-PC' } });
    expect((await otherBench.basics(['install', '-'], { input, facts: homePc, now: start + day })).exitCode).toBe(0);
    otherBench.remove();
  });

  test('the clock record of a former licence continues at the date of issue of the installed licence', async () => {
    await bench().install(createLicenceFile());
    const oldRecord = readFileSync(firstCopy);
    await bench().install(
      createLicenceFile({ lid: 'eeeeeeeeeeeeeeee', iat: start + day, nbf: start, seq: 2 }),
      start + day,
    );
    await bench().install(
      createLicenceFile({ lid: 'ffffffffffffffff', iat: start + 2 * day, nbf: start, seq: 3 }),
      start + 2 * day,
    );
    expect(await readStatusCode(oneYearLater + 100 * day)).toBe('EXPIRED');
    writeFileSync(firstCopy, oldRecord);
    writeFileSync(secondCopy, oldRecord);
    expect(await readStatusCode(start - day)).toBe('CLOCK_TURNED_BACK');
    expect(await readStatusCode(start + 40 * day)).toBe('VALID');
    expect(await readStatusCode(start + 37 * day)).toBe('CLOCK_TURNED_BACK');
  });

  test('a licence that a later licence has revoked stays revoked after the state folder was deleted', async () => {
    await bench().install(createLicenceFile({ lid: 'ffffffffffffffff', deny: ['00112233445566aa'] }));
    rmSync(join(bench().home, 'state'), { recursive: true });
    await bench().trust();
    expect(await bench().install(createLicenceFile())).toBe(19);
  });

  test('the clock record is stored in one copy if the second folder cannot be written', async () => {
    writeFileSync(join(bench().home, 'data'), '');
    await bench().install(createLicenceFile());
    expect(await readStatusCode(start + 40 * day)).toBe('VALID');
    expect(await readStatusCode(start + 30 * day)).toBe('CLOCK_TURNED_BACK');
  });
});
