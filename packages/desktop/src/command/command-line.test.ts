import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { homePc, createLicenceCode, officePc, createKeyList, signer, type Answer } from '#desktop/testing/bench.ts';

const bin = fileURLToPath(new URL('../../bin/basics.js', import.meta.url));
const repository = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'basics-command-'));
const portal = createServer((_, answer) => answer.end(createKeyList(signer)));
let address = '';

beforeAll(async () => {
  await new Promise<void>((listening) => portal.listen(0, '127.0.0.1', listening));
  const bound = portal.address();
  address = typeof bound === 'object' && bound !== null ? `http://127.0.0.1:${bound.port}` : '';
  writeFileSync(join(folder, 'office.json'), JSON.stringify({ name: 'OFFICE-PC', ...officePc }));
  writeFileSync(join(folder, 'home.json'), JSON.stringify({ name: 'HOME-PC', ...homePc }));
});

afterAll(async () => {
  await new Promise((closed) => portal.close(closed));
  rmSync(folder, { recursive: true });
});

async function basics(words: string[], { pc = 'office', input = '', file = bin } = {}): Promise<Answer> {
  const env = {
    ...process.env,
    BASICS_HOME: join(folder, 'state'),
    BASICS_PORTAL_URL: address,
    BASICS_MACHINE_FILE: join(folder, `${pc}.json`),
    BASICS_LICENCE_KEYS: '',
  };
  return new Promise((answered) => {
    const child = execFile(process.execPath, [file, ...words], { env, cwd: folder }, (error, output, notes) => {
      answered({ exitCode: error === null ? 0 : Number(error.code), output, notes });
    });
    child.stdin?.end(input);
  });
}

describe('the command started by a shell', () => {
  test('runs the whole path: code, licence from the portal, install, status, another PC', async () => {
    expect((await basics(['status'])).exitCode).toBe(12);
    const asked = await basics(['code', '--out', 'office.bvr']);
    expect(asked.output).toMatch(/^BV-[0-9A-Z\n-]+\n$/);
    expect(asked.notes).toContain('First connection to this portal');
    writeFileSync(join(folder, 'code.txt'), createLicenceCode(asked.output));
    writeFileSync(join(folder, 'bl-code'), createLicenceCode(asked.output));

    expect((await basics(['check', 'bl-code'])).exitCode).toBe(0);
    const checked = await basics(['check', 'code.txt'], { pc: 'home' });
    expect(checked).toMatchObject({ exitCode: 0, output: expect.stringContaining('which is not this PC') });
    expect((await basics(['install', 'code.txt'], { pc: 'home' })).exitCode).toBe(13);

    const installed = await basics(['install', '-'], { input: `Here it is:\n${createLicenceCode(asked.output)}\n` });
    expect(installed).toMatchObject({ exitCode: 0, output: expect.stringMatching(/^Installed\.\nVALID /), notes: '' });
    const status = await basics(['status', '--json']);
    expect(JSON.parse(status.output)).toMatchObject({
      code: 'VALID',
      machineRelation: 'same',
      licence: { carrier: 'code' },
    });
    expect((await basics(['status'], { pc: 'home' })).exitCode).toBe(13);
  });

  test('bad usage is one line on standard error and exit code 2', async () => {
    expect(await basics(['staus'])).toEqual({
      exitCode: 2,
      output: '',
      notes: 'basics: USAGE: Unknown command "staus". Next: See "basics --help".\n',
    });
  });

  test('a simulated PC is named wherever a verdict is printed', async () => {
    const simulated = `Simulated PC: described by ${join(folder, 'office.json')}, not this computer`;
    expect((await basics(['status'])).output).toContain(simulated);
    expect(JSON.parse((await basics(['status', '--json'])).output)).toMatchObject({
      simulatedPc: join(folder, 'office.json'),
    });
    const input = createLicenceCode((await basics(['code'])).output);
    for (const word of ['check', 'install']) {
      expect((await basics([word, '-'], { input })).output).toContain(simulated);
      expect(JSON.parse((await basics([word, '-', '--json'], { input })).output)).toHaveProperty('simulatedPc');
    }
    expect((await basics(['install', '-'], { input: 'BL-' })).notes).toContain(simulated);
  });

  test('a simulated PC is refused outside the repository', async () => {
    const copy = join(folder, 'copied');
    cpSync(dirname(dirname(bin)), copy, { recursive: true, filter: (path) => !path.includes('node_modules') });
    mkdirSync(join(copy, 'node_modules', '@basics'), { recursive: true });
    for (const name of ['@basics/licensing', 'uqr']) {
      symlinkSync(join(repository, 'node_modules', name), join(copy, 'node_modules', name));
    }
    const file = join(copy, 'bin', 'basics.js');
    const refused = {
      exitCode: 1,
      output: '',
      notes: expect.stringMatching(/^basics: SIMULATED_PC_REFUSED: .* Next: Unset BASICS_MACHINE_FILE\.\n$/),
    };
    expect(await basics(['code', '--offline'], { file })).toEqual(refused);
    expect((await basics(['code', '--offline'])).exitCode).toBe(0);
  });

  test('a description of a PC that cannot be read is named', async () => {
    const answer = await basics(['code', '--offline'], { pc: 'missing' });
    expect(answer).toMatchObject({
      exitCode: 1,
      output: '',
      notes: expect.stringMatching(/^basics: FILE_NOT_READABLE: .*\n$/),
    });
  });
});

describe('started by an old version of Node.js', () => {
  const old = ['--import', 'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.11.0"})'];
  const start = async (file: string): Promise<Answer> =>
    new Promise((answered) => {
      execFile(process.execPath, [...old, file, '--version'], (error, output, notes) => {
        answered({ exitCode: error === null ? 0 : Number(error.code), output, notes });
      });
    });
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const broughtAlong = fileURLToPath(
    new URL(`../../../../node_modules/node-${system}-${process.arch}/bin`, import.meta.url),
  );

  test.runIf(existsSync(broughtAlong))('continues with the version that the repository installs', async () => {
    expect(await start(bin)).toEqual({ exitCode: 0, output: 'basics 1.0.1\n', notes: '' });
  });

  test('says what to do when there is no other version', async () => {
    copyFileSync(bin, join(folder, 'basics.js'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const answer = await start(join(folder, 'basics.js'));
    expect(answer).toMatchObject({ exitCode: 1, output: '' });
    expect(answer.notes).toMatch(/^basics: needs Node 24 or later, this is 20\.11\.0\. Run "npm install".*\n$/);
  });
});
