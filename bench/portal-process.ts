import { apiBase } from '@basics/contract/calls/limits.ts';
import { readToken } from '@basics/server/testing/portal.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { memorySettings } from '../scripts/run-server.mjs';
import { ensureBuilt } from '../scripts/portal-build.mjs';
import { ensureServerBuilt, findServerMain } from '../scripts/server-build.mjs';

await ensureBuilt();
await ensureServerBuilt();
const serverMain = findServerMain();

export type PortalProcess = {
  pid: number;
  output: { out: string };
  /** Resolves to the exit code when the process ends, or to null after a signal. */
  exitCode: Promise<number | null>;
  kill: (signal: NodeJS.Signals) => boolean;
};

type StartOptions = { cwd: string; env: Record<string, string>; args?: readonly string[] };

/** Returns the program and its arguments that start the portal in the same way as `npm start`. */
export const buildPortalCommand = (): [string, ...string[]] => [process.execPath, memorySettings.flag, serverMain];

export const portalEnvironment = {
  PATH: process.env['PATH'],
  ...memorySettings.environment,
  LOG_LEVEL: 'error',
  HUMAN_VERIFICATION: 'off',
};

/** Starts a portal in its own process, and does not wait until it is ready. */
export function startPortal({ cwd, env, args = [] }: StartOptions): PortalProcess {
  const [program, ...baseArguments] = buildPortalCommand();
  const child = spawn(program, [...baseArguments, ...args], {
    cwd,
    env: { ...portalEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = { out: '' };
  child.stdout.on('data', (outputPart) => (output.out += String(outputPart)));
  const exitCode = once(child, 'exit').then(([code]: unknown[]) => (typeof code === 'number' ? code : null));
  return { pid: child.pid ?? 0, output, exitCode, kill: (signal) => child.kill(signal) };
}

/**
 * Returns the seconds of CPU time that all threads of a process have used. Linux counts this time in hundredths of a
 * second.
 */
export function readCpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Returns the resident memory of a process, in MB. */
export const readMemoryMb = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

/** Waits until `/health/ready` answers 200; returns the milliseconds that it took. Throws after five minutes. */
export async function waitUntilReady(portalUrl: string): Promise<number> {
  const startTime = performance.now();
  while (performance.now() - startTime < 300_000) {
    const responseStatus = await fetch(`${portalUrl}/health/ready`, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(5000),
    }).then(
      (response) => response.status,
      () => 0,
    );
    if (responseStatus === 200) return performance.now() - startTime;
    await wait(10);
  }
  throw new Error(`${portalUrl} was not ready after five minutes`);
}

/** Sets up the first administrator with the link that the portal printed. Returns the session token. */
export async function setUpAdministrator(portalUrl: string, output: string): Promise<string> {
  const token = /\/activation#token=(\S+)/.exec(output)?.[1] ?? '';
  const [login, password] = ['root@bench.example', 'Basalt-Kettle-93'];
  const account = { firstName: 'Ada', lastName: 'Stone', email: login };
  const response = await fetch(`${portalUrl}${apiBase}/auth/set-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, login, ...account, password, confirmPassword: password }),
  });
  const session = readToken(await response.json());
  if (session === '') throw new Error(`no session: ${response.status}`);
  return session;
}
