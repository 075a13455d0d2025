import { createSignerFromSeed } from '@basics/licensing/node-primitives.ts';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { findingTexts } from './finding-texts.ts';
import { help } from './command/help.ts';
import { day, homePc, createLicenceFile, otherSigner, createKeyList, signer, start } from './testing/bench.ts';
import { createBenchForEachTest } from './testing/suite-bench.ts';

const bench = createBenchForEachTest();

describe('basics check', () => {
  beforeEach(() => bench().trust());

  test('basics check verifies a licence of another PC and another tool, and says that it is for another PC and another tool', async () => {
    const foreignLicence = createLicenceFile({ tool: { id: 99, name: 'other', maxMajor: 1 } });
    const result = await bench().basics(['check', '-'], { input: foreignLicence, facts: homePc });
    expect(result).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(/^VALID [^]*OFFICE-PC, which is not this PC/),
    });
  });

  test('basics check installs nothing', async () => {
    await bench().basics(['check', '-'], { input: createLicenceFile() });
    expect((await bench().basics(['status'])).exitCode).toBe(12);
  });

  test('basics check refuses a licence file in which any bit was flipped, and names the reason', async () => {
    const bytes = Buffer.from(createLicenceFile());
    const resultCodes = new Set<string>();
    for (let bit = 0; bit < bytes.length * 8; bit += 3) {
      const changedBytes = Buffer.from(bytes);
      changedBytes[bit >>> 3] = (bytes[bit >>> 3] ?? 0) ^ (1 << (bit & 7));
      const result = await bench().basics(['check', '-', '--json'], { input: changedBytes.toString() });
      const { code } = JSON.parse(result.output);
      expect(result.exitCode, `bit ${bit}`).toBeGreaterThanOrEqual(14);
      resultCodes.add(code);
    }
    expect([...resultCodes].toSorted()).toEqual(
      expect.arrayContaining(['FILE_DAMAGED', 'NOT_A_CODE', 'NOT_GENUINE', 'UNKNOWN_KEY']),
    );
  });
});

describe('basics trust', () => {
  test('basics trust prints the fingerprint of the pinned key, which basics keys shows again', async () => {
    const result = await bench().basics(['trust', bench().keysFile]);
    const { keys } = JSON.parse((await bench().basics(['keys', '--json'])).output);
    expect(result.output).toContain(keys[0].kid.match(/.{4}/g).join(' '));
    expect((await bench().basics(['keys'])).output).toContain('(current)');
  });

  test('basics trust accepts a list of keys that contains a known key, and refuses a list of only unknown keys without --replace', async () => {
    await bench().trust();
    writeFileSync(bench().keysFile, createKeyList(signer, otherSigner));
    expect((await bench().basics(['trust', bench().keysFile])).exitCode).toBe(0);
    expect(await bench().install(createLicenceFile({}, otherSigner))).toBe(0);
    writeFileSync(bench().keysFile, createKeyList(createSignerFromSeed(new Uint8Array(32).fill(9))));
    expect(await bench().basics(['trust', bench().keysFile])).toMatchObject({
      exitCode: 1,
      errorOutput: expect.stringContaining('KEYS_CHANGED'),
    });
    expect((await bench().basics(['trust', bench().keysFile, '--replace'])).exitCode).toBe(0);
    expect((await bench().basics(['status'])).exitCode).toBe(21);
  });

  test.each([
    '{}',
    'hello',
    '{"keys":[]}',
    '{"keys":[{"kid":"0000000000000000","publicKey":"00","status":"current"}]}',
  ])('basics trust refuses %s', async (text) => {
    writeFileSync(bench().keysFile, text);
    expect((await bench().basics(['trust', bench().keysFile])).errorOutput).toContain('KEYS_NOT_READABLE');
  });

  test('the file in BASICS_LICENCE_KEYS adds trusted keys', async () => {
    const env = { BASICS_LICENCE_KEYS: bench().keysFile, BASICS_HOME: join(bench().home, 'fresh') };
    expect((await bench().basics(['check', '-'], { input: createLicenceFile(), env })).exitCode).toBe(0);
  });
});

describe('wrong command lines, and files that cannot be read or written', () => {
  test.each([
    ['no word', []],
    ['an unknown word', ['fly']],
    ['an unknown option', ['status', '--fast']],
    ['an unexpected argument', ['status', 'now']],
    ['two reasons', ['code', '--renew', '--moved']],
    ['no licence named', ['install']],
    ['a portal that is not an address', ['code', '--portal', 'portal']],
    ['an option without its value', ['code', '--out']],
  ])('%s is a wrong command line: one line, exit code 2', async (_, args) => {
    const result = await bench().basics(args);
    expect(result).toMatchObject({
      exitCode: 2,
      output: '',
      errorOutput: expect.stringMatching(/^basics: USAGE: [^\n]+$/),
    });
  });

  test('the error for a file that does not exist contains its name', async () => {
    const result = await bench().basics(['install', 'missing.lic']);
    expect(result).toMatchObject({
      exitCode: 1,
      errorOutput: expect.stringMatching(/^basics: FILE_NOT_READABLE: [^\n]*missing\.lic/),
    });
  });

  test('if a folder is given instead of a file, the error says that it is a folder', async () => {
    expect((await bench().basics(['check', bench().home])).errorOutput).toContain('it is a folder');
  });

  test('the error for a state folder that cannot be written contains the reason, and no incomplete file remains', async () => {
    const blockingFile = join(bench().home, 'file');
    writeFileSync(blockingFile, '');
    const env = { BASICS_HOME: join(blockingFile, 'state'), BASICS_LICENCE_KEYS: bench().keysFile };
    const result = await bench().basics(['install', '-'], { input: createLicenceFile(), env });
    expect(result.exitCode).toBe(1);
    expect(result.errorOutput).toMatch(/^basics: FILE_NOT_(?:READ|WRIT)ABLE: [^\n]*not a folder[^\n]*$/);
    expect(readFileSync(blockingFile, 'utf8')).toBe('');
  });

  test('if a file cannot be written, the licence stays unchanged, and no temporary file remains', async () => {
    await bench().trust();
    await bench().install(createLicenceFile());
    const installedBefore = bench().installedText();
    const obstaclePath = join(bench().home, 'state', 'licence.tmp');
    mkdirSync(obstaclePath);
    const renewedLicence = createLicenceFile({ iat: start + day, nbf: start, seq: 2 });
    const result = await bench().basics(['install', '-'], { input: renewedLicence, now: start + day });
    expect(result.errorOutput).toContain('FILE_NOT_WRITABLE');
    expect(bench().installedText()).toBe(installedBefore);
  });

  test('a damaged state file gives an error', async () => {
    await bench().trust();
    writeFileSync(join(bench().home, 'state', 'keys.json'), '{"keys":');
    expect(await bench().basics(['install', '-'], { input: createLicenceFile() })).toMatchObject({
      exitCode: 1,
      errorOutput: expect.stringContaining('STATE_DAMAGED'),
    });
  });
});

describe('the README and the help of the command', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

  test.each(Object.entries(findingTexts))(
    'the code %s is in the README, and its exit code also in the help',
    (code, words) => {
      expect(readme).toMatch(new RegExp(`\\| ${words.exitCode} +\\| [^\\n]*\`${code}\``));
      expect(help).toMatch(new RegExp(`(?:^|\\s)${words.exitCode} [a-z]`));
    },
  );

  test('--help and --version need no file and no network', async () => {
    expect((await bench().basics(['--help'])).output).toBe(help);
    expect((await bench().basics(['status', '--help'])).exitCode).toBe(0);
    expect((await bench().basics(['--version'])).output).toBe('basics 1.0.1');
    expect(existsSync(join(bench().home, 'state'))).toBe(false);
  });
});
