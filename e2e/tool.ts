import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const command = path.resolve(import.meta.dirname, '../packages/desktop/bin/basics.js');

type Result = { exitCode: number | null; out: string; err: string };

/**
 * The real `basics` command on a PC with this name, with a state folder of its own. The test gives it the portal's public keys: it would
 * fetch them by itself, but waits at most 3 s for them, which can be too short on a busy machine.
 */
export async function createTool(name: string, portal: string) {
  const home = await mkdtemp(path.join(tmpdir(), 'basics-tool-path-'));
  const machineFile = path.join(home, 'machine.json');
  const facts = { 'machine-id': `id ${name}`, 'board-id': `board ${name}`, 'system-disk': `disk ${name}` };
  await writeFile(machineFile, JSON.stringify({ name, ...facts, 'network-card': `card ${name}` }));
  const keysFile = path.join(home, 'keys.json');
  await writeFile(keysFile, await (await fetch(`${portal}/.well-known/basics-licence-keys`)).text());
  const env = {
    PATH: process.env['PATH'],
    BASICS_HOME: path.join(home, 'state'),
    BASICS_MACHINE_FILE: machineFile,
    BASICS_LICENCE_KEYS: keysFile,
    BASICS_PORTAL_URL: portal,
  };
  let notes = '';
  const noted = new EventEmitter();
  const onNote = (text: string): void => {
    notes += text;
    noted.emit('note');
  };
  return {
    home,
    run: (args: readonly string[], input = '') => run(args, { env, input, onNote }),
    /** The first group of a pattern, as soon as a command has written it on standard error. */
    async shown(pattern: RegExp): Promise<string> {
      for (;;) {
        const found = pattern.exec(notes)?.[1];
        if (found !== undefined) return found;
        // Each note may complete the text.
        // oxlint-disable-next-line no-await-in-loop
        await once(noted, 'note');
      }
    },
    remove: () => rm(home, { recursive: true, force: true }),
  };
}

type Run = { env: NodeJS.ProcessEnv; input: string; onNote: (text: string) => void };

function run(args: readonly string[], { env, input, onNote }: Run): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [command, ...args], { env });
    let out = '';
    let err = '';
    child.stdout.on('data', (text) => (out += String(text)));
    child.stderr.on('data', (text) => {
      err += String(text);
      onNote(String(text));
    });
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, out, err }));
    child.stdin.end(input);
  });
}
