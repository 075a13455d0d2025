import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CommandResult } from '#desktop/testing/bench.ts';
import { openPortal, type SmallPortal } from '#desktop/testing/small-portal.ts';

const bin = fileURLToPath(new URL('../../bin/basics.js', import.meta.url));
const login = 'anna@office.example';
const password = 'Ink-Well 7';
let home: string;
let portal: SmallPortal;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'basics-portal-'));
  portal = await openPortal({ login, password });
});

afterEach(async () => {
  await portal.close();
  rmSync(home, { recursive: true, force: true });
});

/** The line that the test types when each prompt appears. After the last line, the input ends. */
type TypedLines = readonly [prompt: string, line: string][];

async function runInTerminal(file: string, args: readonly string[], env: Record<string, string>, typing: TypedLines) {
  return new Promise<CommandResult>((resolve) => {
    const childEnvironment = {
      ...process.env,
      BASICS_HOME: join(home, 'state'),
      BASICS_PORTAL_URL: portal.address,
      ...env,
    };
    const child = spawn(file, args, { env: childEnvironment });
    // A command that does not read its input may end before it is written.
    child.stdin.on('error', () => {});
    const remainingPrompts = [...typing];
    let output = '';
    let errorOutput = '';
    const typeNextLine = (): void => {
      if (remainingPrompts[0] === undefined || !output.includes(remainingPrompts[0][0])) return;
      child.stdin.write(remainingPrompts.shift()?.[1] ?? '');
      if (remainingPrompts.length === 0) child.stdin.end();
    };
    child.stdout.on('data', (text) => {
      output += String(text);
      typeNextLine();
    });
    child.stderr.on('data', (text) => (errorOutput += String(text)));
    child.on('close', (exitCode) => resolve({ exitCode: exitCode ?? -1, output, errorOutput }));
    typeNextLine();
  });
}

const basics = async (args: readonly string[], env: Record<string, string> = {}, input = ''): Promise<CommandResult> =>
  runInTerminal(process.execPath, [bin, ...args], env, [['', input]]);
const createHandoffLink = (index: number): string => `${portal.address}/auth/temp?token=jump-${index}`;

describe.skipIf(process.platform === 'win32')('started by a shell', () => {
  test('the command started by a shell reads the password from a pipe, signs in and passes the address to the default browser', async () => {
    const signingIn = await basics(['sign-in', '--login', login, '--password-stdin'], {}, `${password}\n`);
    expect(signingIn).toMatchObject({ exitCode: 0, errorOutput: '' });
    const programsFolder = join(home, 'programs');
    mkdirSync(programsFolder);
    const openerPath = join(programsFolder, process.platform === 'darwin' ? 'open' : 'xdg-open');
    writeFileSync(openerPath, `#!/bin/sh\nprintf %s "$1" > "${home}/opened"\n`);
    chmodSync(openerPath, 0o755);
    const env = { PATH: `${programsFolder}:${process.env['PATH'] ?? ''}`, DISPLAY: ':0' };
    expect(await basics(['portal', '/account'], env)).toMatchObject({ exitCode: 0, output: '' });
    expect(readFileSync(join(home, 'opened'), 'utf8')).toBe(createHandoffLink(1));

    writeFileSync(openerPath, '#!/bin/sh\nexit 3\n');
    expect(await basics(['portal', '/account'], env)).toMatchObject({
      exitCode: 0,
      output: `${createHandoffLink(2)}\n`,
    });
  });

  test.runIf(process.platform === 'linux')('without a display no program is started', async () => {
    await basics(['sign-in', '--login', login, '--password-stdin'], {}, password);
    const noScreen = { DISPLAY: '', WAYLAND_DISPLAY: '', BROWSER: '' };
    expect(await basics(['portal', '/'], noScreen)).toMatchObject({ exitCode: 0, output: `${createHandoffLink(1)}\n` });
  });

  // The `script` command of util-linux provides a terminal.
  test.runIf(process.platform === 'linux' && existsSync('/usr/bin/script'))(
    'a password typed at a terminal is not displayed',
    async () => {
      const shellCommand = `"${process.execPath}" "${bin}" sign-in`;
      const terminalRun = await runInTerminal(
        'script',
        ['-qefc', shellCommand, '/dev/null'],
        { SHELL: '/bin/sh', TERM: 'xterm' },
        [
          ['Login: ', `${login}\r`],
          [`Password of ${login}: `, `${password}\r`],
        ],
      );
      expect(terminalRun.exitCode).toBe(0);
      expect(terminalRun.output).toMatch(
        /Login: .*anna@office\.example[^]*Password of anna@office\.example: \s*Signed in to/,
      );
      expect(terminalRun.output).not.toContain('Ink');
    },
  );
});
