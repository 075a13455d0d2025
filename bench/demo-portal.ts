import { apiBase } from '@basics/contract/calls/limits.ts';
import { findFreePort } from '@basics/server/testing/database/free-port.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { readCpuSeconds, startPortal, waitUntilReady, type PortalProcess } from './portal-process.ts';

/** A running demo, as `npm start -- --demo` runs it, with a session of its administrator. */
export type DemoPortal = {
  process: PortalProcess;
  url: string;
  token: string;
  /** What a start costs until the first response: `ms` are milliseconds, `cpu` are seconds of CPU time. */
  startCost: { ms: number; cpu: number };
};

/** The administrator of the demo, whose password is public. */
export const demoAdministrator = { login: 'administrator@demo.example', password: 'Quartz-Lantern-27' };

/** Starts a demo portal on this data folder, and signs in its administrator. */
export async function startDemo(folder: string, settings: Record<string, string> = {}): Promise<DemoPortal> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const startTime = performance.now();
  const portal = startPortal({
    cwd: folder,
    env: { DATA_DIR: folder, PORT: String(port), ...settings },
    args: ['--demo'],
  });
  // oxlint-disable-next-line no-await-in-loop -- asked until it answers
  while (!(await fetch(`${url}/health/live`).catch(() => null))) await wait(5);
  const startCost = { ms: performance.now() - startTime, cpu: readCpuSeconds(portal.pid) };
  await waitUntilReady(url);
  const demoPortal = { process: portal, url, token: '', startCost };
  const { token } = await callForJson<{ token: string }>(demoPortal, '/auth/token', demoAdministrator);
  return { ...demoPortal, token };
}

/** Sends a signal to the portal, and returns the milliseconds until the process has ended, and its exit code. */
export async function stopDemo({ process: portal }: DemoPortal, signal: 'SIGTERM' | 'SIGKILL') {
  const startTime = performance.now();
  portal.kill(signal);
  const code = await portal.exitCode;
  return { ms: performance.now() - startTime, code };
}

type Caller = Pick<DemoPortal, 'url' | 'token'>;

/** Makes a call to the API of the portal. Throws an error if the status is not 2xx. */
export async function call(
  { url, token }: Caller,
  apiPath: string,
  body?: object,
  method = body ? 'POST' : 'GET',
): Promise<Response> {
  const response = await fetch(`${url}${apiBase}${apiPath}`, {
    method,
    headers: {
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${apiPath}: ${response.status} ${await response.text()}`);
  return response;
}

export async function callForJson<Reply>(
  caller: Caller,
  ...args: [path: string, body?: object, method?: string]
): Promise<Reply> {
  const reply: unknown = await (await call(caller, ...args)).json();
  // The caller gives the type of the reply, which is that of the API contract. A benchmark does not check the reply.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return reply as Reply;
}
