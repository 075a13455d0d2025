import { printCode } from '@basics/licensing/text/text-form.ts';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  day,
  homePc,
  createLicenceCode,
  createLicenceFile,
  createTestBench,
  otherSigner,
  start,
} from '#desktop/testing/bench.ts';
import { createBenchForEachTest } from '#desktop/testing/suite-bench.ts';

const bench = createBenchForEachTest();
const toFullWidth = (ascii: string): string => String.fromCodePoint(ascii.charCodeAt(0) + 0xfee0);

describe('basics install', () => {
  beforeEach(() => bench().trust());

  const licenceFile = createLicenceFile();
  const otherTool = { tool: { id: 8, name: 'configRail', maxMajor: 1 } };
  const olderTool = { tool: { id: 7, name: 'basics', maxMajor: 0 } };

  test.each([
    ['of another tool', createLicenceFile(otherTool), 'OTHER_TOOL', 17],
    ['of an older tool', createLicenceFile(olderTool), 'TOOL_TOO_NEW', 18],
    ['that begins in a week', createLicenceFile({ nbf: start + 7 * day }), 'NOT_YET_VALID', 16],
    ['that has ended', createLicenceFile({ iat: start - 99 * day, nbf: 0, exp: start - 15 * day }), 'EXPIRED', 11],
    ['signed by an unknown key', createLicenceFile({}, otherSigner), 'UNKNOWN_KEY', 21],
    [
      'with its signature changed',
      licenceFile.replace(/signature: ./, (line) => (line.endsWith('A') ? 'signature: B' : 'signature: A')),
      'NOT_GENUINE',
      14,
    ],
    ['with a fifth line', `${licenceFile}x`, 'FILE_DAMAGED', 20],
    ['that ends after its first line', licenceFile.split('\n', 1).join(''), 'FILE_INCOMPLETE', 20],
    ['of a later version', licenceFile.replace('v1', 'v2'), 'FILE_NEWER', 22],
    ['that is none', 'hello', 'NOT_A_CODE', 20],
    ['that is empty', '', 'NOT_A_CODE', 20],
    ['that is an incomplete code', 'BL-45B4EP-N7M6HA-7955MT', 'CODE_INCOMPLETE', 20],
    ['that is a code of a later version', `BL-48${'Z'.repeat(60)}`, 'CODE_NEWER', 22],
  ])(
    'a licence %s is refused with a named reason, and the installed licence stays',
    async (_, text, code, exitCode) => {
      expect(await bench().install(createLicenceFile({ lid: 'ffffffffffffffff' }))).toBe(0);
      const installedBefore = bench().installedText();
      const result = await bench().basics(['install', '-'], { input: text });
      expect(result).toMatchObject({
        exitCode,
        output: '',
        errorOutput: expect.stringMatching(new RegExp(`^Not installed.*\n${code} `)),
      });
      expect(result.errorOutput).toMatch(/\nNext: ./);
      expect(bench().installedText()).toBe(installedBefore);
      expect(readdirSync(join(bench().home, 'state')).toSorted()).toEqual(['keys.json', 'licence', 'memory.json']);
    },
  );

  test.each<[string, (code: string) => string]>([
    ['as shown', (code) => code],
    ['with a blank after its prefix', (code) => code.replace('-', ' ')],
    ['with nothing after its prefix', (code) => code.replace('-', '')],
    ['in small letters, with blanks', (code) => code.replaceAll('-', ' ').toLowerCase()],
    ['with a blank in its prefix', (code) => code.replace('BL-', 'B L ')],
    ['without its prefix', (code) => code.slice(3)],
    ['without its prefix, in small letters and one word', (code) => code.slice(3).replaceAll('-', '').toLowerCase()],
    ['in full-width characters', (code) => code.replaceAll(/[!-~]/g, toFullWidth)],
  ])('a licence code is typed as arguments %s', async (_, typeCode) => {
    const code = createLicenceCode((await bench().basics(['code', '--offline'])).output);
    expect((await bench().basics(['install', ...typeCode(code).split(' ')])).exitCode).toBe(0);
  });

  test('basics install refuses a licence for another PC, and names that PC', async () => {
    const result = await bench().basics(['install', '-'], { input: licenceFile, facts: homePc });
    expect(result.exitCode).toBe(13);
    expect(result.errorOutput).toContain('another PC, OFFICE-PC');
    expect(existsSync(join(bench().home, 'state', 'licence'))).toBe(false);
  });

  test('if the input is a verification code instead of a licence, basics install says so', async () => {
    const { output } = await bench().basics(['code', '--offline']);
    const result = await bench().basics(['install', '-'], { input: output });
    expect(result.errorOutput).toContain('This is a verification code');
  });

  test('a licence that a later licence has revoked is refused', async () => {
    await bench().install(createLicenceFile({ lid: 'ffffffffffffffff', deny: ['00112233445566aa'] }));
    expect(await bench().install(licenceFile)).toBe(19);
  });

  test('a licence in its grace period is installed', async () => {
    expect(await bench().install(licenceFile, start + 366 * day)).toBe(0);
    expect((await bench().basics(['status'], { now: start + 366 * day })).exitCode).toBe(10);
  });

  test('installing the same licence a second time changes nothing', async () => {
    expect([await bench().install(licenceFile), await bench().install(licenceFile)]).toEqual([0, 0]);
  });

  test.each([
    ['UTF-8 with a byte-order mark and CRLF', Buffer.from(`\ufeff${licenceFile.replaceAll('\n', '\r\n')}`)],
    ['UTF-16, as PowerShell writes it', Buffer.from(`\ufeff${licenceFile}`, 'utf16le')],
  ])('basics install reads a file in %s', async (_, bytes) => {
    const path = join(bench().home, 'x.lic');
    writeFileSync(path, bytes);
    expect((await bench().basics(['install', path])).exitCode).toBe(0);
    expect((await bench().basics(['status'])).exitCode).toBe(0);
  });

  test('basics install accepts a code as one argument, as many arguments, or printed on several lines', async () => {
    const { output } = await bench().basics(['code', '--offline']);
    const code = createLicenceCode(output);
    for (const commandWords of [
      [code],
      code
        .split('-')
        .slice(1)
        .map((group, groupIndex) => (groupIndex === 0 ? `BL-${group}` : group)),
      [printCode(code)],
    ]) {
      expect((await bench().basics(['install', ...commandWords])).exitCode).toBe(0);
    }
    expect((await bench().basics(['status'])).output).toMatch(/from a code/);
  });

  test('for a licence code, which contains only the number of the tool, the command shows the name Basics for its own number, and the number of any other tool', async () => {
    const code = createLicenceCode((await bench().basics(['code', '--offline'])).output);
    expect(await bench().install(code)).toBe(0);
    for (const commandWords of [['status'], ['check', code]]) {
      expect((await bench().basics(commandWords)).output).toMatch(/^ {2}tool {6}Basics, up to version 1$/m);
    }
    const codeOfOtherTool = createLicenceCode((await bench().basics(['code', '--offline'])).output, { toolId: 8 });
    expect((await bench().basics(['check', codeOfOtherTool])).output).toMatch(/^ {2}tool {6}number 8, /m);
  });

  test('without any key, basics install names the command to run', async () => {
    const benchWithoutKeys = createTestBench();
    const result = await benchWithoutKeys.basics(['install', '-'], { input: licenceFile });
    expect(result).toMatchObject({ exitCode: 21, errorOutput: expect.stringMatching(/NO_KEYS [^]*basics trust/) });
    benchWithoutKeys.remove();
  });

  test('with --json, basics install says whether the licence was installed', async () => {
    const installRun = await bench().basics(['install', '-', '--json'], { input: licenceFile });
    expect(JSON.parse(installRun.output)).toMatchObject({
      installed: true,
      code: 'VALID',
      licence: { user: 'anna@office.example' },
    });
    const refusedRun = await bench().basics(['install', '-', '--json'], { input: 'BL-45B4EP-N7M6HA' });
    expect(JSON.parse(refusedRun.output)).toMatchObject({
      installed: false,
      code: 'CODE_INCOMPLETE',
      found: 12,
      expected: 192,
    });
  });
});
