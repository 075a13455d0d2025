import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createFolder } from '#server/testing/processes/folders.ts';
import { createSharedEnv } from '#server/testing/processes/process.ts';
import { runCommand } from '#server/testing/processes/run-command.ts';
import { commands } from './commands.ts';

test('the help names every command, and each command has its own help', async () => {
  const cwd = await createFolder();
  const { code, out } = await runCommand(['--help'], { cwd });
  expect(code).toBe(0);
  for (const { name, summary, options } of commands) {
    expect(out).toContain(`portal ${name} `);
    const commandHelp = await runCommand([...name.split(' '), '--help'], { cwd });
    expect(commandHelp).toMatchObject({ code: 0, error: '' });
    expect(commandHelp.out).toContain(summary);
    for (const option of Object.keys(options)) expect(commandHelp.out).toContain(`--${option}`);
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
  [[], 'Name a command. See: portal --help\n'],
  [['--demo'], 'Name a command. See: portal --help\n'],
  [['keys', 'seal'], 'Name a command after "keys seal". See: portal --help\n'],
  [['--demo', '--keep', '3', 'backup'], 'The option --keep is not after the name of a command. See: portal --help\n'],
  [['--json=true', 'backup'], 'The option --json=true is not after the name of a command. See: portal --help\n'],
])(
  'the command line %j is refused with exit code 2, and nothing is printed on standard output',
  async (args, error) => {
    expect(await runCommand(args, { cwd: await createFolder() })).toEqual({ code: 2, out: '', error });
  },
);

test('the common options mean the same before, between and after the words of each command', async () => {
  const cwd = await createFolder();
  for (const { name, argumentNames } of commands.filter(
    ({ name: command }) => !['start', 'version'].includes(command),
  )) {
    const words = name.split(' ');
    const file = argumentNames.map(() => join(cwd, 'none'));
    const orders = [0, words.length - 1, words.length].map((place) => words.toSpliced(place, 0, '--demo', '--json'));
    const runs = await Promise.all(orders.map((order) => runCommand([...order, ...file], { cwd })));
    const [first] = runs;
    expect(runs, name).toEqual(runs.map(() => first));
    expect(first, name).not.toMatchObject({ code: 0 });
    expect(first?.out, name).not.toContain('portal <command>');
  }
});

test('the option --json prints one object, also for an error in the configuration', async () => {
  const cwd = await createFolder();
  const versionOutput = await runCommand(['version', '--json'], { cwd });
  expect(JSON.parse(versionOutput.out)).toMatchObject({ ok: true, node: process.versions.node });
  const clockOutput = await runCommand(['clock', '--json'], { cwd, env: { PORT: 'four' } });
  expect(clockOutput).toMatchObject({ code: 1, error: '' });
  expect(JSON.parse(clockOutput.out)).toEqual({ ok: false, lines: [expect.stringContaining('PORT must be a port')] });
});

test('the installed command runs in a separate process, and prints the help if it has no arguments', async () => {
  const portalExecutable = join(import.meta.dirname, '../../bin/portal.js');
  const env = { PATH: process.env['PATH'], ...createSharedEnv() };
  const { stdout } = await promisify(execFile)(process.execPath, [portalExecutable], { env });
  expect(stdout).toContain('portal audit verify');
});
