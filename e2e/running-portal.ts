import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@basics/server/testing/free-port.ts';

const root = path.resolve(import.meta.dirname, '..');

export type RunningPortal = {
  address: string;
  /** Everything that it has said on standard output, with the password of a first start. */
  said: string;
  dataDir: string;
  /** Ends it as an operator does and says with what exit code. */
  stop: () => Promise<number | null>;
};

type Settings = {
  args?: readonly string[];
  /** Else a folder of its own, which goes with it. */
  dataDir?: string;
  environment?: Readonly<Record<string, string>>;
};

/** Starts the portal as `npm start` does, on a free port. Its mails lead to `address`, which is where a passkey can live. */
export async function startPortal({ args = [], dataDir, environment = {} }: Settings = {}): Promise<RunningPortal> {
  const folder = dataDir ?? (await mkdtemp(path.join(tmpdir(), 'basics-portal-path-')));
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const child = spawn(process.execPath, [path.join(root, 'packages/server/src/main.ts'), ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      PUBLIC_URL: address,
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      INIT_CWD: folder,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = await readyWords(child);
  return {
    said,
    address,
    dataDir: folder,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
      return child.exitCode;
    },
  };
}

async function readyWords(child: ChildProcess): Promise<string> {
  let said = '';
  child.stderr?.on('data', (text) => (said += String(text)));
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The portal ended with ${code}:\n${said}`)));
    child.stdout?.on('data', (text) => {
      said += String(text);
      if (/ready at \S+\n/.test(said)) resolve(said);
    });
  });
}
