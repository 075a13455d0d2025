import { apiBase } from '@basics/contract/limits.ts';
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
  said: { out: string };
  /** The exit code; null after a signal. */
  ended: Promise<number | null>;
  kill: (signal: NodeJS.Signals) => boolean;
};

type Start = { cwd: string; env: Record<string, string>; args?: readonly string[] };

/** The command line that runs the portal as `npm start` does: program and arguments. */
export const portalCommand = (): [string, ...string[]] => [process.execPath, memorySettings.flag, serverMain];

export const portalEnvironment = {
  PATH: process.env['PATH'],
  ...memorySettings.environment,
  LOG_LEVEL: 'error',
  HUMAN_VERIFICATION: 'off',
};

/** Starts a portal of its own process. It does not wait until the portal is ready. */
export function startPortal({ cwd, env, args = [] }: Start): PortalProcess {
  const [program, ...begin] = portalCommand();
  const child = spawn(program, [...begin, ...args], {
    cwd,
    env: { ...portalEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = { out: '' };
  child.stdout.on('data', (part) => (said.out += String(part)));
  const ended = once(child, 'exit').then(([code]: unknown[]) => (typeof code === 'number' ? code : null));
  return { pid: child.pid ?? 0, said, ended, kill: (signal) => child.kill(signal) };
}

/** Seconds of CPU that all threads of a process have used; Linux counts in hundredths. */
export function readCpu(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The resident memory of a process, in MB. */
export const readMemory = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);

/** Waits until `/health/ready` answers 200; returns the milliseconds that it took. Throws after a minute. */
export async function waitUntilReady(address: string): Promise<number> {
  const start = performance.now();
  while (performance.now() - start < 60_000) {
    const status = await fetch(`${address}/health/ready`, { headers: { connection: 'close' } }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return performance.now() - start;
    await wait(10);
  }
  throw new Error(`${address} was not ready after a minute`);
}

/** Sets up the first administrator by the printed link; returns the session token. */
export async function setUpAdministrator(address: string, out: string): Promise<string> {
  const token = /\/activation#token=(\S+)/.exec(out)?.[1] ?? '';
  const [login, password] = ['root@bench.example', 'Basalt-Kettle-93'];
  const names = { firstName: 'Ada', lastName: 'Stone', email: login };
  const answer = await fetch(`${address}${apiBase}/auth/set-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, login, ...names, password, confirmPassword: password }),
  });
  const session = readToken(await answer.json());
  if (session === '') throw new Error(`no session: ${answer.status}`);
  return session;
}
