import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createFolder } from './folders.ts';
import { createSharedEnv } from './process.ts';

const command = resolve(import.meta.dirname, '../../../../desktop/bin/basics.js');

/** Returns a function that runs the real `basics` command as on a PC of the given name, with its own state folder. */
export async function createBasicsCommand(name: string, portal: string) {
  const home = await createFolder();
  const machineFile = join(home, 'machine.json');
  const machineFacts = { 'machine-id': `id ${name}`, 'board-id': `board ${name}`, 'system-disk': `disk ${name}` };
  await writeFile(machineFile, JSON.stringify({ name, ...machineFacts, 'network-card': `card ${name}` }));
  const env = { BASICS_HOME: join(home, 'state'), BASICS_MACHINE_FILE: machineFile, BASICS_PORTAL_URL: portal };

  return (args: readonly string[], input = ''): Promise<{ code: number | null; out: string }> =>
    new Promise((complete, reject) => {
      const child = spawn(process.execPath, [command, ...args], {
        env: { PATH: process.env['PATH'], ...createSharedEnv(), ...env },
      });
      let out = '';
      child.stdout.on('data', (text) => (out += String(text)));
      child.stderr.on('data', (text) => (out += String(text)));
      child.on('error', reject);
      child.on('close', (code) => complete({ code, out }));
      // A command that does not read its input may end before it is written.
      child.stdin.on('error', () => {}).end(input);
    });
}
