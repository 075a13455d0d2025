import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { newFolder } from '#server/testing/folders.ts';
import { createSharedEnv } from '#server/testing/process.ts';
import { runCommand } from '#server/testing/run-command.ts';
import { commands } from './commands.ts';

test('the help names every command, and each command has its own help', async () => {
  const cwd = await newFolder();
  const { code, out } = await runCommand(['--help'], { cwd });
  expect(code).toBe(0);
  for (const { name, about, options } of commands) {
    expect(out).toContain(`portal ${name} `);
    const own = await runCommand([...name.split(' '), '--help'], { cwd });
    expect(own).toMatchObject({ code: 0, error: '' });
    expect(own.out).toContain(about);
    for (const option of Object.keys(options)) expect(own.out).toContain(`--${option}`);
  }
});

test.each([
  [['nonsense'], 'There is no command "nonsense". See: portal --help\n'],
  [['keys', 'revoke'], 'Name <id>. See: portal --help\n'],
  [['clock', 'accept', 'now'], '"portal clock accept" takes no "now". See: portal --help\n'],
  [['mail', 'hold', '--quickly'], "Unknown option '--quickly'. See: portal --help\n"],
  [['backup', '--every', 'often'], '--every is a time like 30m, 6h or 1d. See: portal --help\n'],
  [['backup', '--keep', '0'], '--keep is the number of backups to keep, like 28. See: portal --help\n'],
  [['end-sessions'], 'Name one login, or give --all. See: portal --help\n'],
])('%j is not understood: exit code 2, and nothing on standard output', async (words, error) => {
  expect(await runCommand(words, { cwd: await newFolder() })).toEqual({ code: 2, out: '', error });
});

test('--json prints one object, also for a fault of the configuration', async () => {
  const cwd = await newFolder();
  const shown = await runCommand(['version', '--json'], { cwd });
  expect(JSON.parse(shown.out)).toMatchObject({ ok: true, node: process.versions.node });
  const refused = await runCommand(['clock', '--json'], { cwd, env: { PORT: 'four' } });
  expect(refused).toMatchObject({ code: 1, error: '' });
  expect(JSON.parse(refused.out)).toEqual({ ok: false, lines: [expect.stringContaining('PORT must be a port')] });
});

test('the installed command runs in its own process, and without words prints the help', async () => {
  const file = join(import.meta.dirname, '../../bin/portal.js');
  const env = { PATH: process.env['PATH'], ...createSharedEnv() };
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env });
  expect(stdout).toContain('portal audit verify');
});
