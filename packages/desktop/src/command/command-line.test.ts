import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  homePc,
  createLicenceCode,
  officePc,
  createKeyList,
  signer,
  type CommandResult,
} from '#desktop/testing/bench.ts';

const bin = fileURLToPath(new URL('../../bin/basics.js', import.meta.url));
const repositoryFolder = fileURLToPath(new URL('../../../../', import.meta.url));
const testFolder = mkdtempSync(join(tmpdir(), 'basics-command-'));
const portal = createServer((_, response) => response.end(createKeyList(signer)));
let portalAddress = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  const serverAddress = portal.address();
  portalAddress =
    typeof serverAddress === 'object' && serverAddress !== null ? `http://127.0.0.1:${serverAddress.port}` : '';
  writeFileSync(join(testFolder, 'office.json'), JSON.stringify({ name: 'OFFICE-PC', ...officePc }));
  writeFileSync(join(testFolder, 'home.json'), JSON.stringify({ name: 'HOME-PC', ...homePc }));
});

afterAll(async () => {
  await new Promise((resolve) => portal.close(resolve));
  rmSync(testFolder, { recursive: true });
});

async function basics(args: string[], { pc = 'office', input = '', file = bin } = {}): Promise<CommandResult> {
  const env = {
    ...process.env,
    BASICS_HOME: join(testFolder, 'state'),
    BASICS_PORTAL_URL: portalAddress,
    BASICS_MACHINE_FILE: join(testFolder, `${pc}.json`),
    BASICS_LICENCE_KEYS: '',
  };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [file, ...args],
      { env, cwd: testFolder },
      (error, output, errorOutput) => {
        resolve({ exitCode: error === null ? 0 : Number(error.code), output, errorOutput });
      },
    );
    child.stdin?.end(input);
  });
}

describe('the command started by a shell', () => {
  test('the command started by a shell creates a code, installs the licence of the portal, shows its status, and refuses it on another PC', async () => {
    expect((await basics(['status'])).exitCode).toBe(12);
    const codeRun = await basics(['code', '--out', 'office.bvr']);
    expect(codeRun.output).toMatch(/^BV-[0-9A-Z\n-]+\n$/);
    expect(codeRun.errorOutput).toContain('First connection to this portal');
    writeFileSync(join(testFolder, 'code.txt'), createLicenceCode(codeRun.output));
    writeFileSync(join(testFolder, 'bl-code'), createLicenceCode(codeRun.output));

    expect((await basics(['check', 'bl-code'])).exitCode).toBe(0);
    const checkRun = await basics(['check', 'code.txt'], { pc: 'home' });
    expect(checkRun).toMatchObject({ exitCode: 0, output: expect.stringContaining('which is not this PC') });
    expect((await basics(['install', 'code.txt'], { pc: 'home' })).exitCode).toBe(13);

    const installRun = await basics(['install', '-'], { input: `Here it is:\n${createLicenceCode(codeRun.output)}\n` });
    expect(installRun).toMatchObject({
      exitCode: 0,
      output: expect.stringMatching(/^Installed\.\nVALID /),
      errorOutput: '',
    });
    const status = await basics(['status', '--json']);
    expect(JSON.parse(status.output)).toMatchObject({
      code: 'VALID',
      machineRelation: 'same',
      licence: { carrier: 'code' },
    });
    expect((await basics(['status'], { pc: 'home' })).exitCode).toBe(13);
  });

  test('for a wrong command line, the command prints one line to standard error, and its exit code is 2', async () => {
    expect(await basics(['staus'])).toEqual({
      exitCode: 2,
      output: '',
      errorOutput: 'basics: USAGE: Unknown command "staus". Next: See "basics --help".\n',
    });
  });

  test('for a simulated PC, each printed result names the file that describes the PC (T034)', async () => {
    const simulationLine = `Simulated PC: described by ${join(testFolder, 'office.json')}, not this computer`;
    expect((await basics(['status'])).output).toContain(simulationLine);
    expect(JSON.parse((await basics(['status', '--json'])).output)).toMatchObject({
      simulatedPc: join(testFolder, 'office.json'),
    });
    const input = createLicenceCode((await basics(['code'])).output);
    for (const subcommand of ['check', 'install']) {
      expect((await basics([subcommand, '-'], { input })).output).toContain(simulationLine);
      expect(JSON.parse((await basics([subcommand, '-', '--json'], { input })).output)).toHaveProperty('simulatedPc');
    }
    expect((await basics(['install', '-'], { input: 'BL-' })).errorOutput).toContain(simulationLine);
  });

  test('outside the repository, the command refuses a simulated PC (T035)', async () => {
    const packageCopy = join(testFolder, 'copied');
    cpSync(dirname(dirname(bin)), packageCopy, { recursive: true, filter: (path) => !path.includes('node_modules') });
    mkdirSync(join(packageCopy, 'node_modules', '@basics'), { recursive: true });
    for (const name of ['@basics/licensing', 'uqr']) {
      symlinkSync(join(repositoryFolder, 'node_modules', name), join(packageCopy, 'node_modules', name));
    }
    const file = join(packageCopy, 'bin', 'basics.js');
    const importProblem = {
      exitCode: 1,
      output: '',
      errorOutput: expect.stringMatching(/^basics: SIMULATED_PC_REFUSED: .* Next: Unset BASICS_MACHINE_FILE\.\n$/),
    };
    expect(await basics(['code', '--offline'], { file })).toEqual(importProblem);
    expect((await basics(['code', '--offline'])).exitCode).toBe(0);
  });

  test('a description of a PC that cannot be read gives the error FILE_NOT_READABLE', async () => {
    const result = await basics(['code', '--offline'], { pc: 'missing' });
    expect(result).toMatchObject({
      exitCode: 1,
      output: '',
      errorOutput: expect.stringMatching(/^basics: FILE_NOT_READABLE: .*\n$/),
    });
  });
});

describe('started by an old version of Node.js', () => {
  const oldNodeArguments = [
    '--import',
    'data:text/javascript,Object.defineProperty(process.versions,"node",{value:"20.11.0"})',
  ];
  const startProgram = async (file: string): Promise<CommandResult> =>
    new Promise((resolve) => {
      execFile(process.execPath, [...oldNodeArguments, file, '--version'], (error, output, errorOutput) => {
        resolve({ exitCode: error === null ? 0 : Number(error.code), output, errorOutput });
      });
    });
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const bundledExecutable = fileURLToPath(
    new URL(`../../../../node_modules/node-${system}-${process.arch}/bin`, import.meta.url),
  );

  test.runIf(existsSync(bundledExecutable))(
    'the command started by an old version of Node.js continues with the version that the repository installs',
    async () => {
      expect(await startProgram(bin)).toEqual({ exitCode: 0, output: 'basics 1.0.1\n', errorOutput: '' });
    },
  );

  test('the command started by an old version of Node.js says what to do when there is no other version', async () => {
    copyFileSync(bin, join(testFolder, 'basics.js'));
    writeFileSync(join(testFolder, 'package.json'), '{"type":"module"}');
    const commandResult = await startProgram(join(testFolder, 'basics.js'));
    expect(commandResult).toMatchObject({ exitCode: 1, output: '' });
    expect(commandResult.errorOutput).toMatch(
      /^basics: needs Node 24 or later, this is 20\.11\.0\. Run "npm install".*\n$/,
    );
  });
});
