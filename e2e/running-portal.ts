import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '@basics/server/testing/database/free-port.ts';
import { findServerMain } from '../scripts/server-build.mjs';

const serverMain = findServerMain();

export type RunningPortal = {
  address: string;
  /**
   * What the portal wrote to standard output and standard error until it was ready. The output of the first start contains the link that
   * sets up the administrator.
   */
  output: string;
  dataDir: string;
  /** Stops the process with SIGTERM, if it still runs, and returns its exit code. */
  stop: () => Promise<number | null>;
  /** Suspends the process until `resume` is called. A suspended process accepts connections, but answers no request. */
  suspend: () => void;
  resume: () => void;
};

export type PortalSettings = {
  args?: readonly string[];
  /** The program to run; by default the program of `npm start`. */
  program?: string;
  /** The data folder; by default a temporary folder that `stop` removes. */
  dataDir?: string;
  /** The port of the portal; by default a free port. */
  port?: number;
  environment?: Readonly<Record<string, string>>;
};

/**
 * Starts the portal in the same way as `npm start`, by default on a free port. The host is `localhost`, because a passkey needs a secure
 * context.
 */
export async function startPortal(settings: PortalSettings = {}): Promise<RunningPortal> {
  const { args = [], program = serverMain, dataDir, environment = {} } = settings;
  const folder = dataDir ?? (await mkdtemp(path.join(tmpdir(), 'basics-portal-path-')));
  const port = settings.port ?? (await findFreePort());
  const address = `http://localhost:${port}`;
  const child = spawn(process.execPath, [program, ...args], {
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
  const output = await readOutputUntilReady(child);
  return {
    output,
    address,
    dataDir: folder,
    suspend: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const exitEvent = once(child, 'exit');
        child.kill('SIGTERM');
        // A suspended process receives SIGTERM only after SIGCONT.
        child.kill('SIGCONT');
        await exitEvent;
      }
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
      return child.exitCode;
    },
  };
}

async function readOutputUntilReady(child: ChildProcess): Promise<string> {
  let output = '';
  child.stderr?.on('data', (errorText) => (output += String(errorText)));
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`The portal ended with ${code}:\n${output}`)));
    child.stdout?.on('data', (outputText) => {
      output += String(outputText);
      if (/ready at \S+\n/.test(output)) resolve(output);
    });
  });
}

export type StartPortal = (settings?: PortalSettings) => Promise<RunningPortal>;

/** Runs a test that starts portals, and stops these portals after the test. */
export async function useOwnPortals(runTest: (startOwnPortal: StartPortal) => Promise<void>): Promise<void> {
  const portals: RunningPortal[] = [];
  await runTest(async (settings) => {
    const portal = await startPortal(settings);
    portals.push(portal);
    return portal;
  });
  await Promise.all(portals.map((portal) => portal.stop()));
}
