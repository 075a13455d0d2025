import { bytesToHex } from '@basics/licensing/bytes.ts';
import { createFingerprint } from '@basics/licensing/fingerprint.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { day, homePc, createLicenceFile, createTestBench, start, type TestBench } from '#desktop/testing/bench.ts';

let bench: TestBench;
let first: string;
let second: string;

beforeEach(async () => {
  bench = createTestBench();
  first = join(bench.home, 'state', 'memory.json');
  second = join(bench.home, 'data', 'basics', 'memory-7.json');
  await bench.trust();
});

afterEach(() => bench.remove());

const year = start + 365 * day;

async function codeAt(now: number, more = {}): Promise<string> {
  const { output } = await bench.basics(['status', '--json'], { now, ...more });
  return JSON.parse(output).code;
}

/** Writes the time of the licence's first day into a copy, as a person would who wants to turn the clock back. */
function edit(path: string): void {
  const text = readFileSync(path, 'utf8');
  const highWaterMark: unknown = JSON.parse(text).highWaterMark;
  writeFileSync(path, text.replace(String(highWaterMark), String(start)));
}

/** A licence of a year, expired long ago on this PC. */
async function installAndExpire(): Promise<void> {
  await bench.install(createLicenceFile());
  expect(await codeAt(year + 100 * day)).toBe('EXPIRED');
}

describe('the record of the latest time', () => {
  test.each([
    ['edited', edit],
    ['deleted', (path: string) => rmSync(path)],
    ['damaged', (path: string) => writeFileSync(path, '{"highWaterMark":')],
  ])('turning the clock back is noticed after one of the two copies was %s', async (_, spoil) => {
    await installAndExpire();
    for (const copy of [first, second]) {
      spoil(copy);
      expect(await codeAt(start + 40 * day)).toBe('CLOCK_TURNED_BACK');
    }
  });

  test.each([
    ['edited', edit],
    ['deleted', (path: string) => rmSync(path)],
  ])('an old licence is not valid after both copies were %s, and status says what to do', async (_, spoil) => {
    await installAndExpire();
    [first, second].forEach((path) => spoil(path));
    const answer = await bench.basics(['status'], { now: start + 40 * day });
    expect(answer.exitCode).toBe(24);
    expect(answer.output).toMatch(
      /^CLOCK_RECORD_LOST .*\n[^]*Next: Correct the date and time\. Run "basics code --renew"/,
    );
    expect(await bench.install(createLicenceFile(), start + 40 * day)).toBe(24);
    const renewed = createLicenceFile({ lid: 'ffffffffffffffff', iat: start + 40 * day, nbf: start, seq: 2 });
    expect(await bench.install(renewed, start + 40 * day)).toBe(0);
    expect(await codeAt(start + 41 * day)).toBe('VALID');
  });

  test('a licence of the last 30 days is still valid after both copies were deleted', async () => {
    await bench.install(createLicenceFile());
    rmSync(first);
    rmSync(second);
    expect(await codeAt(start + 30 * day)).toBe('VALID');
    expect(await codeAt(start + 20 * day)).toBe('CLOCK_TURNED_BACK');
  });

  test('a fresh state folder does not hide the time from an old licence', async () => {
    await installAndExpire();
    rmSync(join(bench.home, 'state'), { recursive: true });
    await bench.trust();
    expect(await bench.install(createLicenceFile(), start + 40 * day)).toBe(15);
  });

  test('without any record, an old licence is not installed when files of the system are newer than the clock', async () => {
    const install = async (latestChange: number) =>
      bench.basics(['install', '-'], { input: createLicenceFile(), now: start + 40 * day, latestChange });
    expect((await install(start + 400 * day)).exitCode).toBe(15);
    expect((await install(start + 41 * day)).exitCode).toBe(0);
  });

  test('the record of another PC does not count', async () => {
    await installAndExpire();
    const other = createTestBench();
    await other.trust();
    mkdirSync(join(other.home, 'data', 'basics'), { recursive: true });
    writeFileSync(join(other.home, 'data', 'basics', 'memory-7.json'), readFileSync(second));
    const fp = bytesToHex(createFingerprint(homePc, nodePrimitives));
    const input = createLicenceFile({ machine: { fp, scheme: 1, name: 'HOME-PC' } });
    expect((await other.basics(['install', '-'], { input, facts: homePc, now: start + day })).exitCode).toBe(0);
    other.remove();
  });

  test('the record of a former licence does not count for the present one', async () => {
    await bench.install(createLicenceFile());
    const old = readFileSync(first);
    await bench.install(
      createLicenceFile({ lid: 'eeeeeeeeeeeeeeee', iat: start + day, nbf: start, seq: 2 }),
      start + day,
    );
    await bench.install(
      createLicenceFile({ lid: 'ffffffffffffffff', iat: start + 2 * day, nbf: start, seq: 3 }),
      start + 2 * day,
    );
    expect(await codeAt(year + 100 * day)).toBe('EXPIRED');
    writeFileSync(first, old);
    writeFileSync(second, old);
    expect(await codeAt(start + 40 * day)).toBe('CLOCK_RECORD_LOST');
  });

  test('a licence that was revoked by a later one stays revoked after the state folder was deleted', async () => {
    await bench.install(createLicenceFile({ lid: 'ffffffffffffffff', deny: ['00112233445566aa'] }));
    rmSync(join(bench.home, 'state'), { recursive: true });
    await bench.trust();
    expect(await bench.install(createLicenceFile())).toBe(19);
  });

  test('is kept in one copy where the second folder cannot be written', async () => {
    writeFileSync(join(bench.home, 'data'), '');
    await bench.install(createLicenceFile());
    expect(await codeAt(start + 40 * day)).toBe('VALID');
    expect(await codeAt(start + 30 * day)).toBe('CLOCK_TURNED_BACK');
  });
});
