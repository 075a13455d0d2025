import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { bySystem, recordAudit } from '#server/platform/audit/audit.ts';
import { writeJump } from '#server/platform/clock/clock-guard.repository.ts';
import { writeAuditKey } from '#server/platform/security/key-files.ts';
import { createFolder } from '#server/testing/processes/folders.ts';
import { createOperator } from '#server/testing/processes/operator.ts';
import { createSharedEnv } from '#server/testing/processes/process.ts';
import { runCommand } from '#server/testing/processes/run-command.ts';
import { tamperWithAudit } from '#server/testing/tamper.ts';
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
  [['restore', 'a.db', '--from', 'b.db'], 'Name one backup: portal restore FILE. See: portal --help\n'],
  [['restore'], 'Name one backup: portal restore FILE. See: portal --help\n'],
  [['end-sessions'], 'Name one login, or give --all. See: portal --help\n'],
  [[], 'Name a command. See: portal --help\n'],
  [['--demo'], 'Name a command. See: portal --help\n'],
  [['keys', 'seal'], 'Name a command after "keys seal". See: portal --help\n'],
  [['--demo', '--keep', '3', 'backup'], 'The option --keep is not after the name of a command. See: portal --help\n'],
  [['--json=true', 'backup'], 'The option --json=true is not after the name of a command. See: portal --help\n'],
  [['backup', '--to'], "Option '--to <value>' argument missing. See: portal --help\n"],
  [['backup', '--to='], 'The value of --to is empty. See: portal --help\n'],
  [['backup', '--keep', '1.5'], '--keep is the number of backups to keep, like 28. See: portal --help\n'],
  [['backup', 'file.db'], '"portal backup" takes no "file.db". See: portal --help\n'],
  [['restore', ''], 'An argument of "portal restore" is empty. See: portal --help\n'],
  [['restore', 'a.db', 'b.db'], '"portal restore" takes no "b.db". See: portal --help\n'],
  [
    ['move', '--to', 'mysql://x/y'],
    'The target is neither the address of a PostgreSQL database nor a file. See: portal --help\n',
  ],
  [
    ['move'],
    'Name the target: --to postgres://..., --to FILE, or --to-file with a file that contains it. See: portal --help\n',
  ],
  [['migrate', '--dry-run=yes'], "Option '--dry-run' does not take an argument. See: portal --help\n"],
  [['create-admin', 'root'], 'root is not an e-mail address, which every login is. See: portal --help\n'],
  [['reset-password'], 'Name <login>. See: portal --help\n'],
  [['end-sessions', 'a@b.example', '--all'], 'Name one login, or give --all. See: portal --help\n'],
  [
    ['keys', 'export', 'keys.json'],
    'Give --passphrase-file with a file, or - for standard input. See: portal --help\n',
  ],
  [['keys', 'retire', '--force'], "Unknown option '--force'. See: portal --help\n"],
  [['keys', 'audit', 'next'], 'Say why: --reason "the key was lost". See: portal --help\n'],
  [
    ['issue', '--user', 'a@b.example'],
    'Name --code, --user (the owner) and --by (the administrator who issues). See: portal --help\n',
  ],
  [['import', 'cars', 'a.csv'], 'A file contains users, assignments, crmAccounts. See: portal --help\n'],
  [['import', 'users', 'a.csv'], 'Name --by (the administrator who imports). See: portal --help\n'],
  [['export', 'users', 'a.csv'], 'Name --by (the administrator who exports). See: portal --help\n'],
  [['mail', 'test', 'nobody'], '"nobody" is not an e-mail address. See: portal --help\n'],
  [['-v'], 'The option -v is not after the name of a command. See: portal --help\n'],
])('the command line %j is refused with exit code 2, before anything is opened', async (args, error) => {
  const cwd = await createFolder();
  expect(await runCommand(args, { cwd })).toEqual({ code: 2, out: '', error });
  const { code, out, error: otherOutput } = await runCommand([...args, '--json'], { cwd });
  expect({ code, otherOutput }).toEqual({ code: 2, otherOutput: '' });
  expect(JSON.parse(out)).toEqual({ ok: false, lines: [expect.any(String)] });
});

test('the common options mean the same before, between and after the words of each command', async () => {
  const cwd = await createFolder();
  for (const { name, argumentNames } of commands.filter(
    ({ name: command }) => !['start', 'version', 'config'].includes(command),
  )) {
    const words = name.split(' ');
    const file = argumentNames.map(() => join(cwd, 'none'));
    const orders = [0, words.length - 1, words.length].map((place) => words.toSpliced(place, 0, '--demo', '--json'));
    const runs = await Promise.all(orders.map((order) => runCommand([...order, ...file], { cwd })));
    const [first] = runs;
    expect(runs, name).toEqual(runs.map(() => first));
    expect(first, name).not.toMatchObject({ code: 0 });
    expect(first?.out, name).not.toContain('portal <command>');
    for (const wrong of ['--nonsense', '--to-nowhere=x', '--demo=yes']) {
      const { code, out, error } = await runCommand(['--json', ...words, wrong, ...file], { cwd });
      expect({ code, error }, `${name} ${wrong}`).toEqual({ code: 2, error: '' });
      expect(JSON.parse(out)).toEqual({ ok: false, lines: [expect.any(String)] });
    }
  }
});

test('whatever a command could not do is on standard error; with --json, one object on standard output says it', async () => {
  const { folder, database, run } = await createOperator('SQLite');
  await mkdir(join(folder, 'keys'));
  await writeAuditKey(join(folder, 'keys/audit.pem'));
  await database.transact((trx) =>
    recordAudit(trx, { at: 0, ...bySystem, action: 'demo.fill', subject: { kind: 'mail', id: null } }),
  );
  await writeJump(database.kysely, { id: 'jump', from: 0, to: 1000 });
  await tamperWithAudit('SQLite', database, "update audit set action = 'forged' where id = 1");
  const failures: Record<string, string> = {
    'issue --code BV-0 --user a@b.example --by c@d.example': 'No account has the login a@b.example.',
    'reset-password a@b.example': 'No account has the login a@b.example.',
    clock: 'The clock jumped from',
    'audit verify': 'The audit log is broken at entry 1.',
    'doctor --offline': 'FAULT    session-key: ',
    'keys revoke 0123456789abcdef': 'This portal has no key with the ID',
    'keys seal reseal': 'There is no sealing key yet.',
    'mail test a@b.example': 'SMTP_URL is not set',
    'restore none.db': 'There is no file',
    'backup --to safe': 'The audit log is broken at entry 1.',
  };
  for (const [commandLine, sentence] of Object.entries(failures)) {
    const args = commandLine.split(' ');
    expect(await run(args), commandLine).toEqual({ code: 1, out: '', error: expect.stringContaining(sentence) });
    const { code, out, error } = await run([...args, '--json']);
    expect({ code, error }, commandLine).toEqual({ code: 1, error: '' });
    expect(JSON.parse(out).ok, commandLine).toBe(false);
    expect(JSON.parse(out).lines.join('\n'), commandLine).toContain(sentence);
  }
  const readFacts = async (...args: string[]) => JSON.parse((await run([...args, '--json'])).out);
  expect(await readFacts('audit', 'verify')).toMatchObject({ auditId: 1, fault: 'changed', compared: 0 });
  expect(await readFacts('keys', 'next')).toMatchObject({ keyId: expect.stringMatching(/^[0-9a-f]{16}$/) });
  expect(await readFacts('keys', 'list')).toMatchObject({ keys: [{ state: 'next', licenses: 0 }] });
  await readFacts('keys', 'seal', 'next');
  expect(await readFacts('keys', 'seal', 'list')).toMatchObject({ keys: [{ status: 'next', seals: 0 }] });
  expect(await readFacts('mail', 'hold')).toMatchObject({ isHeld: true });
});

test('the option --json prints one object, also for an error in the configuration', async () => {
  const cwd = await createFolder();
  const versionOutput = await runCommand(['version', '--json'], { cwd });
  expect(JSON.parse(versionOutput.out)).toMatchObject({ ok: true, node: process.versions.node });
  const clockOutput = await runCommand(['clock', '--json'], { cwd, env: { PORT: 'four' } });
  expect(clockOutput).toMatchObject({ code: 1, error: '' });
  expect(JSON.parse(clockOutput.out)).toEqual({ ok: false, lines: [expect.stringContaining('PORT must be a port')] });
});

test('a command prints its progress only on a terminal, so that a nightly backup sends no e-mail', async () => {
  const { folder, env } = await createOperator('PostgreSQL');
  const portalExecutable = join(import.meta.dirname, '../../bin/portal.js');
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [portalExecutable, 'backup'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...createSharedEnv(), ...env },
  });
  expect(stderr).toBe('');
  expect(stdout).toContain('It was opened and checked');
});

test('the installed command runs in a separate process, and prints the help if it has no arguments', async () => {
  const portalExecutable = join(import.meta.dirname, '../../bin/portal.js');
  const env = { PATH: process.env['PATH'], ...createSharedEnv() };
  const { stdout } = await promisify(execFile)(process.execPath, [portalExecutable], { env });
  expect(stdout).toContain('portal audit verify');
});
