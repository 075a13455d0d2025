import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { writeTestPages } from '../testing/built-pages.ts';
import { createFolder } from '../testing/processes/folders.ts';
import { startProcess } from '../testing/processes/process.ts';
import { runCommand } from '../testing/processes/run-command.ts';

const pages = await writeTestPages();
afterAll(() => pages.remove());

/** Sends a request on a new connection, and returns the status of the answer. */
async function fetchStatus(address: string): Promise<number | undefined> {
  const clientRequest = request(`${address}/health/live`, { agent: false }).end();
  const [response] = await once(clientRequest, 'response');
  response.resume();
  return response.statusCode;
}

test('while "portal restart" restarts a portal on the socket of systemd, connections wait and none is refused', async () => {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  // The shell runs two portals one after the other, and passes both the same open socket. Node.js has no public property for the file
  // descriptor of the socket.
  const fd = Number(Reflect.get(Object(Reflect.get(listener, '_handle')), 'fd'));
  const cwd = await createFolder();
  const portal = startProcess({ cwd, pages: pages.folder, socket: fd });
  const pids = () => [...portal.output.out.matchAll(/^pid (\d+)$/gm)].map(([, pid]) => Number(pid));
  listener.close();
  const address = await portal.ready();
  expect(await fetchStatus(address)).toBe(200);
  // The shell of this test is no service of systemd.
  expect(await runCommand(['restart'], { cwd })).toMatchObject({
    code: 1,
    error: expect.stringMatching(
      /^The portal with the process ID \d+ is no service .* Nothing was stopped\.\n.*--yes\n$/,
    ),
  });
  const restart = runCommand(['restart', '--yes'], { cwd });
  const statuses = [];
  while (pids().length < 2 || statuses.length < 50) statuses.push(await fetchStatus(address));
  expect(await restart).toMatchObject({
    code: 0,
    out: `The portal with the process ID ${pids()[0]} was stopped; the process ${pids()[1]} is ready in its place.\n`,
  });
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  process.kill(pids()[1] ?? 0, 'SIGTERM');
  expect(await portal.exited).toEqual({ code: 0, signal: null });
});

test('"portal restart" says what to do when no portal is running', async () => {
  const cwd = await createFolder();
  const portal = startProcess({ cwd, pages: pages.folder });
  await portal.ready();
  portal.kill('SIGTERM');
  await portal.exited;
  expect(await runCommand(['restart'], { cwd })).toMatchObject({
    code: 1,
    error: 'No portal that runs on this machine uses this database. Start one: portal start\n',
  });
});
