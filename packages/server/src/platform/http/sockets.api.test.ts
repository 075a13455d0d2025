import { apiBase } from '@basics/contract/calls/limits.ts';
import { session } from '@basics/contract/session/session.ts';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#server/testing/database/databases.ts';
import { openPortal } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';

const signInPath = `${apiBase}${session.signIn.path}`;
const body = '{"login":"a","password":"b"}';

const createPost = (headers: string, payload: string) =>
  `POST ${signInPath} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${payload}`;
/** Returns whether the received text ends with a complete problem, because the server may keep the connection open after it. */
const isProblem = (received: string): boolean => /\r\n\r\n\{.*\}$/s.test(received);

const smuggledRequest = 'GET /core/api/brand/data HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Connects to the server. A server that refuses input closes the connection while the client still sends, so a reset is no fault. */
const openClient = (port: number): Socket => connect(port, '127.0.0.1').on('error', () => {});

/** Waits until a connection is closed, also by a reset: `once` of Node.js rejects then. */
const waitForClose = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once('close', () => resolve()));

describe('requests on real sockets', () => {
  const portal = suitePortal('SQLite');
  let port = 0;

  beforeAll(async () => {
    await portal().http.listen({ host: '127.0.0.1', port: 0 });
    const address = portal().http.server.address();
    port = typeof address === 'object' && address ? address.port : 0;
  });

  async function openSocket(): Promise<Socket> {
    const socket = openClient(port);
    await once(socket, 'connect');
    return socket;
  }

  type ExchangeResult = { answers: string[]; text: string };

  /** Sends the bytes unchanged, and returns all data until the server closes the connection, or until `isEnd` is true. */
  async function exchange(text: string, isEnd: (received: string) => boolean = () => false): Promise<ExchangeResult> {
    const socket = await openSocket();
    let received = '';
    socket.on('data', (receivedBytes) => {
      received += receivedBytes.toString('latin1');
      if (isEnd(received)) socket.destroy();
    });
    socket.write(text, 'latin1');
    await waitForClose(socket);
    return { answers: received.match(/HTTP\/1\.1 \d{3}/g) ?? [], text: received };
  }

  test('a well-formed request with a wrong password gets 422, and not a refusal', async () => {
    const { answers } = await exchange(createPost(`Connection: close\r\nContent-Length: ${body.length}`, body));
    expect(answers).toEqual(['HTTP/1.1 422']);
  });

  test.each([
    [
      'both lengths',
      createPost(`Content-Length: ${body.length}\r\nTransfer-Encoding: chunked`, `0\r\n\r\n${smuggledRequest}`),
    ],
    [
      'both lengths, the other way round',
      createPost(`Transfer-Encoding: chunked\r\nContent-Length: 4`, `1c\r\n${body}\r\n0\r\n\r\n`),
    ],
    ['two lengths', createPost('Content-Length: 0\r\nContent-Length: 28', smuggledRequest)],
    ['two lengths in one', createPost('Content-Length: 0, 28', smuggledRequest)],
    ['a signed length', createPost('Content-Length: +28', body)],
    ['a negative length', createPost('Content-Length: -1', body)],
    ['a length in hex', createPost('Content-Length: 0x1c', body)],
    ['an unknown encoding', createPost('Transfer-Encoding: xchunked', smuggledRequest)],
    ['an encoding after chunked', createPost('Transfer-Encoding: chunked, identity', `0\r\n\r\n${smuggledRequest}`)],
    ['an encoding behind a tab', createPost('Transfer-Encoding:\x0bchunked', `0\r\n\r\n${smuggledRequest}`)],
    ['a space before the colon', createPost('Transfer-Encoding : chunked', `0\r\n\r\n${smuggledRequest}`)],
    ['a folded header', createPost('X-A: 1\r\n Transfer-Encoding: chunked', `0\r\n\r\n${smuggledRequest}`)],
    ['a chunk of no size', createPost('Transfer-Encoding: chunked', `zz\r\n${body}\r\n0\r\n\r\n`)],
    ['a chunk longer than it says', createPost('Transfer-Encoding: chunked', `5\r\n${body}\r\n0\r\n\r\n`)],
    ['bare line feeds', `GET /core/api/brand/data HTTP/1.1\nHost: localhost\n\n${smuggledRequest}`],
    ['a bare carriage return in a header', createPost('X-A: 1\rTransfer-Encoding: chunked', smuggledRequest)],
    ['NUL in a header', createPost('X-A: \0', smuggledRequest)],
    ['no host', 'GET /core/api/brand/data HTTP/1.1\r\n\r\n'],
    ['an unknown version of HTTP', 'GET / HTTP/9.9\r\nHost: localhost\r\n\r\n'],
    ['HTTP/0.9', 'GET /core/api/brand/data\r\n\r\n'],
    ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('%s: the request is refused once, and the connection is closed (T513)', async (_, text) => {
    const { answers, text: received } = await exchange(text);
    expect(answers).toEqual(['HTTP/1.1 400']);
    expect(received).not.toMatch(/Basics Blue|stack|node:/);
  });

  test('the refusal of a request that cannot be parsed has the same security headers as other answers (T517)', async () => {
    const { text } = await exchange('no HTTP at all\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    for (const header of [
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'connection: close',
      'content-length: 0',
    ])
      expect(text).toContain(`${header}\r\n`);
    expect(text).toMatch(/content-security-policy: default-src 'none'.*sandbox\r\n/);
  });

  test('two host headers are refused (T518)', async () => {
    const { text } = await exchange('GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 400 .*"code":"MALFORMED"/s);
  });

  test('headers of more than 16 KiB are refused', async () => {
    const { answers } = await exchange(`GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ${'x'.repeat(17_000)}\r\n\r\n`);
    expect(answers).toEqual(['HTTP/1.1 431']);
  });

  test('a request whose Content-Length is too large is refused before its body is sent', async () => {
    const { answers, text } = await exchange(createPost('Content-Length: 65537', ''), isProblem);
    expect(answers).toEqual(['HTTP/1.1 413']);
    expect(text).toContain('"code":"TOO_LARGE"');
  });

  test('a body without a Content-Length is refused when it grows too large', async () => {
    const chunk = `8000\r\n${' '.repeat(0x8000)}\r\n`;
    const { answers, text } = await exchange(
      createPost('Transfer-Encoding: chunked', `${chunk}${chunk}${chunk}0\r\n\r\n`),
      isProblem,
    );
    expect(answers).toEqual(['HTTP/1.1 413']);
    expect(text).toContain('"code":"TOO_LARGE"');
  });

  test('a request whose body is shorter than its Content-Length is never answered as a complete request', async () => {
    const socket = await openSocket();
    let text = '';
    socket.on('data', (bytes) => (text += String(bytes)));
    socket.end(createPost('Content-Length: 100', body));
    await waitForClose(socket);
    expect(text).not.toMatch(/HTTP\/1\.1 (200|422)/);
  });

  test('a TRACE request does not return the headers of the request, and an upgrade to WebSocket is refused (T514)', async () => {
    const traceResult = await exchange(
      'TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Secret: CANARY\r\n\r\n',
    );
    expect(traceResult.answers).toEqual([expect.stringMatching(/ 4\d\d$/)]);
    expect(traceResult.text).not.toContain('CANARY');
    const upgradeResult = await exchange(
      'GET /core/api/user HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n',
      isProblem,
    );
    expect(upgradeResult.answers).toEqual([expect.stringMatching(/ 4\d\d$/)]);
  });

  test('a client that is slow with headers, body, or both is disconnected within 15 seconds (T515)', async () => {
    const { server } = portal().http;
    const { headersTimeout, requestTimeout } = server;
    onTestFinished(() => void Object.assign(server, { headersTimeout, requestTimeout }));
    // Two seconds are added, because the server checks its sockets for time limits every two seconds.
    expect(Math.max(headersTimeout, requestTimeout) + 2000).toBeLessThan(15_000);
    server.headersTimeout = 100;
    server.requestTimeout = 200;
    const requestStarts = ['GET / HTTP/1.1\r\nHost: localhost\r\n', createPost('Content-Length: 1000', ''), ''];
    const slowSockets = await Promise.all(requestStarts.map(openSocket));
    const closeEvents = slowSockets.map((socket) => waitForClose(socket.resume()));
    for (const [at, socket] of slowSockets.entries()) socket.write(requestStarts[at] ?? '');
    await Promise.all(closeEvents);
  });
});

test('a portal with an https address sends HSTS also when it refuses input that is not HTTP (T516)', async () => {
  const config = { crmUrl: null, demo: false, pocUrl: null, publicUrl: 'https://portal.example', trustedProxies: [] };
  const portal = await openPortal(await createTestDatabase('SQLite'), { config });
  onTestFinished(() => portal.close());
  await portal.http.listen({ host: '127.0.0.1', port: 0 });
  const address = portal.http.server.address();
  const socket = openClient(typeof address === 'object' && address ? address.port : 0);
  let received = '';
  socket.setEncoding('utf8').on('data', (receivedText: string) => {
    received += receivedText;
  });
  socket.write('no request\r\n\r\n');
  await waitForClose(socket);
  expect(received).toContain('HTTP/1.1 400 Bad Request\r\n');
  expect(received).toContain('strict-transport-security: max-age=63072000; includeSubDomains\r\n');
});
