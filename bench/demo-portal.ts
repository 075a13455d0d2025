import { apiBase } from '@basics/contract/limits.ts';
import { freePort } from '@basics/server/testing/free-port.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { readCpu, startPortal, waitUntilReady } from './portal-process.ts';
import type { PortalProcess } from './portal-process.ts';

/** A running demo, as `npm start -- --demo` runs it, with a session of its administrator. */
export type DemoPortal = {
  process: PortalProcess;
  address: string;
  token: string;
  /** Until the first answer: milliseconds, and seconds of CPU. */
  started: { ms: number; cpu: number };
};

export async function startDemo(folder: string): Promise<DemoPortal> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const from = performance.now();
  const portal = startPortal({ cwd: folder, env: { DATA_DIR: folder, PORT: String(port) }, args: ['--demo'] });
  // oxlint-disable-next-line no-await-in-loop -- asked until it answers
  while (!(await fetch(`${address}/health/live`).catch(() => null))) await wait(5);
  const started = { ms: performance.now() - from, cpu: readCpu(portal.pid) };
  await waitUntilReady(address);
  const demo = { process: portal, address, token: '', started };
  const login = { login: 'administrator@demo.example', password: 'Quartz-Lantern-27' };
  const { token } = await ask<{ token: string }>(demo, '/auth/token', login);
  return { ...demo, token };
}

/** The milliseconds until the process has ended after this signal, and its exit code. */
export async function stopDemo({ process: portal }: DemoPortal, signal: 'SIGTERM' | 'SIGKILL') {
  const from = performance.now();
  portal.kill(signal);
  const code = await portal.ended;
  return { ms: performance.now() - from, code };
}

type Caller = Pick<DemoPortal, 'address' | 'token'>;

/** Makes a call; throws on every status but 2xx. */
export async function call(
  { address, token }: Caller,
  path: string,
  body?: object,
  method = body ? 'POST' : 'GET',
): Promise<Response> {
  const response = await fetch(`${address}${apiBase}${path}`, {
    method,
    headers: {
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

export async function ask<Reply>(
  caller: Caller,
  ...args: [path: string, body?: object, method?: string]
): Promise<Reply> {
  const reply: unknown = await (await call(caller, ...args)).json();
  // The contract says so; a bench does not check it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return reply as Reply;
}
