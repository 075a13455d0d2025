import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const commandFile = path.resolve(import.meta.dirname, '../packages/desktop/bin/basics.js');

type Result = { exitCode: number | null; out: string; err: string };

/**
 * Returns the real `basics` command for a PC with the given name, with a state folder of its own. The command gets the public keys of the
 * portal from a file. Without this file, the command fetches the keys, but waits at most 3 s for them, which can be too short on a busy
 * machine.
 */
export async function createTool(machineName: string, portal: string) {
  const home = await mkdtemp(path.join(tmpdir(), 'basics-tool-path-'));
  const machineFile = path.join(home, 'machine.json');
  const machineFacts = {
    'machine-id': `id ${machineName}`,
    'board-id': `board ${machineName}`,
    'system-disk': `disk ${machineName}`,
  };
  await writeFile(
    machineFile,
    JSON.stringify({ name: machineName, ...machineFacts, 'network-card': `card ${machineName}` }),
  );
  const keysFile = path.join(home, 'keys.json');
  await writeFile(keysFile, await (await fetch(`${portal}/.well-known/basics-licence-keys`)).text());
  const env = {
    PATH: process.env['PATH'],
    BASICS_HOME: path.join(home, 'state'),
    BASICS_MACHINE_FILE: machineFile,
    BASICS_LICENCE_KEYS: keysFile,
    BASICS_PORTAL_URL: portal,
  };
  let errorOutput = '';
  const outputEvents = new EventEmitter();
  const onErrorOutput = (text: string): void => {
    errorOutput += text;
    outputEvents.emit('note');
  };
  return {
    home,
    run: (args: readonly string[], input = '') => run(args, { env, input, onErrorOutput }),
    /**
     * Waits until the command has written a text to standard error that matches the pattern. Returns the text of the first group of the
     * pattern.
     */
    async waitForOutput(pattern: RegExp): Promise<string> {
      for (;;) {
        const match = pattern.exec(errorOutput)?.[1];
        if (match !== undefined) return match;
        // The text may arrive in several parts: wait for each part in turn.
        // oxlint-disable-next-line no-await-in-loop
        await once(outputEvents, 'note');
      }
    },
    remove: () => rm(home, { recursive: true, force: true }),
  };
}

type RunOptions = { env: NodeJS.ProcessEnv; input: string; onErrorOutput: (text: string) => void };

function run(args: readonly string[], { env, input, onErrorOutput }: RunOptions): Promise<Result> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [commandFile, ...args], { env });
    let out = '';
    let err = '';
    child.stdout.on('data', (text) => (out += String(text)));
    child.stderr.on('data', (text) => {
      err += String(text);
      onErrorOutput(String(text));
    });
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, out, err }));
    // A command that does not read its input may end before it is written.
    child.stdin.on('error', () => {}).end(input);
  });
}
