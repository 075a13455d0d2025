import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '#desktop/testing/bench.ts';
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

/** The input for each prompt, typed once the prompt appears; the input ends after the last one. */
type Typing = readonly [prompt: string, line: string][];

async function run(file: string, words: readonly string[], env: Record<string, string>, typing: Typing) {
  return new Promise<Answer>((answered) => {
    const given = { ...process.env, BASICS_HOME: join(home, 'state'), BASICS_PORTAL_URL: portal.address, ...env };
    const child = spawn(file, words, { env: given });
    const left = [...typing];
    let output = '';
    let notes = '';
    const type = (): void => {
      if (left[0] === undefined || !output.includes(left[0][0])) return;
      child.stdin.write(left.shift()?.[1] ?? '');
      if (left.length === 0) child.stdin.end();
    };
    child.stdout.on('data', (text) => {
      output += String(text);
      type();
    });
    child.stderr.on('data', (text) => (notes += String(text)));
    child.on('close', (exitCode) => answered({ exitCode: exitCode ?? -1, output, notes }));
    type();
  });
}

const basics = async (words: readonly string[], env: Record<string, string> = {}, input = ''): Promise<Answer> =>
  run(process.execPath, [bin, ...words], env, [['', input]]);
const createHandoffLink = (index: number): string => `${portal.address}/auth/temp?token=jump-${index}`;

describe.skipIf(process.platform === 'win32')('started by a shell', () => {
  test('reads the password from a pipe, signs in and passes the address to the default browser', async () => {
    const signingIn = await basics(['sign-in', '--login', login, '--password-stdin'], {}, `${password}\n`);
    expect(signingIn).toMatchObject({ exitCode: 0, notes: '' });
    const programs = join(home, 'programs');
    mkdirSync(programs);
    const opener = join(programs, process.platform === 'darwin' ? 'open' : 'xdg-open');
    writeFileSync(opener, `#!/bin/sh\nprintf %s "$1" > "${home}/opened"\n`);
    chmodSync(opener, 0o755);
    const env = { PATH: `${programs}:${process.env['PATH'] ?? ''}`, DISPLAY: ':0' };
    expect(await basics(['portal', '/account'], env)).toMatchObject({ exitCode: 0, output: '' });
    expect(readFileSync(join(home, 'opened'), 'utf8')).toBe(createHandoffLink(1));

    writeFileSync(opener, '#!/bin/sh\nexit 3\n');
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
      const line = `"${process.execPath}" "${bin}" sign-in`;
      const seen = await run('script', ['-qefc', line, '/dev/null'], { SHELL: '/bin/sh', TERM: 'xterm' }, [
        ['Login: ', `${login}\r`],
        [`Password of ${login}: `, `${password}\r`],
      ]);
      expect(seen.exitCode).toBe(0);
      expect(seen.output).toMatch(/Login: .*anna@office\.example[^]*Password of anna@office\.example: \s*Signed in to/);
      expect(seen.output).not.toContain('Ink');
    },
  );
});
