// SPDX-License-Identifier: Apache-2.0
import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { openDatabase } from '../packages/server/src/database/database.ts';
import { migrate } from '../packages/server/src/database/migrate.ts';
import { openPortal, testKey } from '../packages/server/src/testing/portal.ts';
import type { Program } from './conformance.mjs';

/** Starts an example on a PC with its own home folder, and returns the lines that it prints. */
export async function runExample(
  [file, ...args]: Program,
  words: readonly string[],
  { home, proxy, onLine }: { home: string; proxy: string; onLine?: (line: string) => void },
) {
  const variables = { HOME: home, BASICS_HOME: path.join(home, 'state'), XDG_DATA_HOME: path.join(home, 'data') };
  const env = { PATH: process.env['PATH'], ...variables, http_proxy: proxy };
  const child = spawn(file, [...args, bytesToHex(testKey.signer.publicKey), ...words], { env });
  let output = '';
  const takeText = (chunk: unknown) => {
    output += String(chunk);
    if (output.endsWith('\n')) onLine?.(output);
  };
  child.stdout.on('data', takeText);
  child.stderr.on('data', takeText);
  const [exitCode] = await once(child, 'close');
  return { output, exitCode };
}

/** Opens a portal with its database in a folder. The portal can be reached at http://portal.test through an HTTP proxy only, which does not forward the
 * first two polls of a PC, so that the portal seems to be away for 10 seconds. */
export async function openPortalBehindProxy(folder: string) {
  const database = await openDatabase(
    { file: path.join(folder, 'portal.db') },
    { patienceMs: 60_000, isDurable: false },
  );
  onTestFinished(() => database.close());
  await migrate(database, Date.now);
  const portal = await openPortal(database);
  onTestFinished(() => portal.close());
  portal.pass(Date.now() - portal.now());
  const address = await portal.http.listen({ host: '127.0.0.1', port: 0 });
  const hosts = new Set<string>();
  const pollCounts = new Map<string, number>();
  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { host, pathname } = new URL(incoming.url ?? '');
    hosts.add(host);
    const { method, headers } = incoming;
    const body = await text(incoming);
    if (pathname.endsWith('/activation/token')) {
      const pollCount = (pollCounts.get(body) ?? 0) + 1;
      pollCounts.set(body, pollCount);
      if (pollCount <= 2) return void outgoing.writeHead(502).end();
    }
    const call = request(address + pathname, { method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(outgoing);
    });
    call.on('error', () => outgoing.destroy()).end(body);
  }
  const proxy = createServer((incoming, outgoing) => {
    // An example that ends closes its connection, also in the middle of a call.
    forward(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void proxy.close());
  const proxyAddress = proxy.address();
  const port = typeof proxyAddress === 'object' ? proxyAddress?.port : undefined;
  return { portal, hosts, proxy: `http://127.0.0.1:${port}` };
}
