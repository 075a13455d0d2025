// SPDX-License-Identifier: Apache-2.0
import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { testSigner } from '@basics/licensing/testing/samples.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { setInterval } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import type { Program } from './conformance.mjs';

const start = {
  device_code: 'secret',
  user_code: 'WDJB-MJHT',
  verification_uri: 'https://portal.test/activate',
  verification_uri_complete: 'https://portal.test/activate#c=WDJB-MJHT',
  expires_in: 900,
  interval: 5,
};

/** Writes an answer. */
const write = (status: number, body: string, header = ''): string =>
  `HTTP/1.1 ${status} -\r\ncontent-type: application/json\r\n${header}content-length: ${body.length}\r\n\r\n${body}`;
const json = (status: number, body: object): string => write(status, JSON.stringify(body));
const endless = 'HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n';

/** What answers in place of a portal: a text, and what is written again each second. */
const answers: Readonly<Record<string, readonly [text: string, repeated?: string]>> = {
  'begins an answer': [`${endless}\r\n{`],
  'sends a byte each second': [`${endless}\r\n{`, ' '],
  'sends a header each second': [endless, 'x: y\r\n'],
  'sends more than 4,000,000 bytes': [write(200, `{"user_code":"${'A'.repeat(5_000_000)}"}`)],
  'does not answer with HTTP': ['SSH-2.0-OpenSSH_9.2\r\n'],
  'switches to another protocol': ['HTTP/1.1 101 -\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
  'sends a chunk without a length': ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nx\r\n{}\r\n'],
  'redirects to another host': [write(307, '{}', 'location: http://127.0.0.1:9/core/api/activation/device\r\n')],
  'confirms by a refusal': [json(422, { code: 'CONFIRMED', message: '' })],
  'refuses with control characters': [json(422, { code: '\u001b[2J', message: '' })],
  'names a script as its page': [json(200, { ...start, verification_uri: 'javascript:alert(1)' })],
  'waits for 68 years': [json(200, { ...start, interval: 2 ** 31 - 1, expires_in: 2 ** 31 - 1 })],
  'never expires': [json(200, { ...start, expires_in: 2 ** 53 - 1 })],
};

export const hostilePortals = Object.keys(answers);

/** The portals whose answer a library awaits until its time limit ends: 10 seconds. */
export const slowPortals = hostilePortals.filter((name) =>
  /^(?:begins|sends a (?:byte|header)|switches|redirects)/.test(name),
);

/** Lets an example activate its PC at a portal that answers like this, and returns its exit code and the lines that are no code. */
export async function activateAt([file, ...args]: Program, name: string, home: string) {
  const [answer = '', repeated] = answers[name] ?? [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('data', () => void send(socket, answer, repeated));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const portal = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  mkdirSync(home, { recursive: true });
  const env = { PATH: process.env['PATH'], HOME: home, BASICS_HOME: path.join(home, 'state'), XDG_DATA_HOME: home };
  const words = [...args, bytesToHex(testSigner.publicKey), 'activate', portal];
  // A library that waits forever is ended.
  const child = spawn(file, words, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000, killSignal: 'SIGKILL' });
  const [output, errors, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  for (const socket of sockets) socket.destroy();
  server.close();
  const lines = output.split('\n').flatMap((line) => /^(?:Open|Paste|[A-Z_]+:)/.exec(line)?.[0] ?? []);
  return { name, exitCode, lines, errors };
}

async function send(socket: Socket, answer: string, repeated: string | undefined): Promise<void> {
  socket.write(answer);
  if (repeated === undefined) return;
  for await (const _ of setInterval(1000)) {
    if (socket.destroyed) return;
    socket.write(repeated);
  }
}
