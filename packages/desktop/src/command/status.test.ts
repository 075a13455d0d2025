import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { day, homePc, createLicenceFile, officePc, start } from '#desktop/testing/bench.ts';
import { createBenchForEachTest } from '#desktop/testing/suite-bench.ts';

const bench = createBenchForEachTest();

describe('basics status', () => {
  beforeEach(() => bench().trust());

  const oneYearLater = start + 365 * day;
  const newNetworkCard = { ...officePc, 'network-card': '00:11:22:33:44:55' };

  test.each([
    ['a licence within its dates is valid', { now: start + day }, 'VALID', 0],
    ['an expired licence is in its grace period', { now: oneYearLater }, 'IN_GRACE', 10],
    ['a licence after its grace period is expired', { now: oneYearLater + 14 * day }, 'EXPIRED', 11],
    ['a licence is not valid on another PC', { facts: homePc }, 'OTHER_MACHINE', 13],
    ['a licence stays valid when one part of the PC changes', { facts: newNetworkCard }, 'VALID', 0],
    [
      'a clock set back before the beginning of the licence is refused',
      { now: start - 3 * day },
      'CLOCK_TURNED_BACK',
      15,
    ],
  ])('%s', async (_, runOptions, code, exitCode) => {
    await bench().install(createLicenceFile());
    const result = await bench().basics(['status'], runOptions);
    expect(result.output.split(/\s/)[0]).toBe(code);
    expect(result.exitCode).toBe(exitCode);
    const json = await bench().basics(['status', '--json'], runOptions);
    expect(JSON.parse(json.output)).toMatchObject({ code, exitCode, allowed: exitCode <= 10 });
    expect(json.exitCode).toBe(exitCode);
  });

  test('with --read-only, the tool can be used read-only after the grace period, but every other refusal stops the tool', async () => {
    await bench().install(createLicenceFile());
    const readMode = async (at: object, ...options: string[]) =>
      JSON.parse((await bench().basics(['status', '--json', ...options], at)).output).mode;
    expect(await readMode({ now: start + day }, '--read-only')).toBe('full');
    expect(await readMode({ now: oneYearLater }, '--read-only')).toBe('full');
    const afterGrace = { now: oneYearLater + 15 * day };
    expect(await readMode({ ...afterGrace, facts: homePc }, '--read-only')).toBe('none');
    expect([await readMode(afterGrace), await readMode(afterGrace, '--read-only')]).toEqual(['none', 'readOnly']);
    const { exitCode, output } = await bench().basics(['status', '--read-only'], afterGrace);
    expect(exitCode).toBe(11);
    expect(output).toContain('Read-only: files can be opened and printed, not saved.');
  });

  test('without a licence, basics status has the exit code 12', async () => {
    const result = await bench().basics(['status']);
    expect(result).toMatchObject({ exitCode: 12, output: expect.stringMatching(/^NO_LICENCE .*\nNext: /) });
  });

  test('an installed licence that was changed by hand is reported as not genuine', async () => {
    await bench().install(createLicenceFile());
    const forgedLicence = createLicenceFile({ exp: start + 3650 * day })
      .split('\n')
      .slice(0, 3);
    writeFileSync(
      join(bench().home, 'state', 'licence'),
      [...forgedLicence, ...bench().installedText().split('\n').slice(3)].join('\n'),
    );
    expect(await bench().basics(['status'])).toMatchObject({
      exitCode: 14,
      output: expect.stringMatching(/^NOT_GENUINE /),
    });
  });

  test('basics status prints what the licence allows, when it expires, and on which PC it is valid', async () => {
    await bench().install(createLicenceFile());
    const { output } = await bench().basics(['status']);
    expect(output).toContain('valid until 2027-12-31 (364 days left)');
    expect(output).toContain('design, export, bits 00000003');
    expect(output).toContain('OFFICE-PC, which is this PC');
    expect(output).toContain('then accepted until 2028-01-14');
  });

  test('basics status counts the remaining days as the portal does, and says when today is the last day', async () => {
    const expiry = start + 365 * day - 1;
    await bench().install(createLicenceFile({ exp: expiry }));
    const readOutput = async (now: number): Promise<string> => (await bench().basics(['status'], { now })).output;
    expect(await readOutput(start + 40_000)).toContain('valid until 2027-12-31 (364 days left).');
    expect(await readOutput(expiry - day)).toContain('valid until 2027-12-31 (1 day left).');
    expect(await readOutput(expiry - day + 1)).toContain('valid until 2027-12-31 (today is its last day).');
    expect(await readOutput(expiry - 1)).toContain('valid until 2027-12-31 (today is its last day).');
    const { output } = await bench().basics(['status', '--json'], { now: expiry - 1 });
    expect(JSON.parse(output)).toMatchObject({ code: 'VALID', daysLeft: 0 });
    expect(await readOutput(expiry)).toContain('expired on 2027-12-31; it is still accepted until 2028-01-14.');
  });

  test('on the day on which a licence expires, basics status shows the hour in UTC at which it expires', async () => {
    await bench().install(createLicenceFile({ exp: start + 365.5 * day }));
    const morningAfter = start + 365 * day + 3600;
    const { output } = await bench().basics(['status'], { now: morningAfter });
    expect(output).toContain('valid until 2027-12-31 (it ends at 12:00 UTC today).');
  });

  test('a clock that is set back by up to 48 hours is accepted; a clock set back further is refused until it is correct again (T043)', async () => {
    await bench().install(createLicenceFile());
    expect((await bench().basics(['status'], { now: start + 100 * day })).exitCode).toBe(0);
    expect((await bench().basics(['status'], { now: start + 98 * day })).exitCode).toBe(0);
    expect((await bench().basics(['status'], { now: start + 98 * day - 1 })).exitCode).toBe(15);
    expect((await bench().basics(['status'], { now: start + 101 * day })).exitCode).toBe(0);
  });

  test('setting the clock back does not extend an expired licence', async () => {
    await bench().install(createLicenceFile());
    await bench().basics(['status'], { now: oneYearLater + day });
    expect((await bench().basics(['status'], { now: oneYearLater - 3600 })).exitCode).toBe(10);
  });

  test('after the clock was far ahead, the old licence stays refused, but a newly issued licence is accepted', async () => {
    await bench().install(createLicenceFile());
    await bench().basics(['status'], { now: start + 300 * day });
    expect(await bench().install(createLicenceFile(), start + 10 * day)).toBe(15);
    const renewedLicence = createLicenceFile({ iat: start + 10 * day, nbf: start + 10 * day, seq: 2 });
    expect(await bench().install(renewedLicence, start + 10 * day)).toBe(0);
    expect((await bench().basics(['status'], { now: start + 11 * day })).exitCode).toBe(0);
    expect(await bench().install(createLicenceFile(), start - 10 * day)).toBe(15);
  });
});
