import compress from '@fastify/compress';
import { csv, endpoint } from '@basics/contract/calls/endpoint.ts';
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CsvTable } from '#server/platform/csv/csv.ts';
import { createHttp } from './create-http.ts';
import { problem } from '#server/platform/problem.ts';
import { partsWithoutDatabase } from '#server/testing/parts-without-database.ts';
import { mount } from './mount.ts';

const exportCall = endpoint({
  name: 'test.export',
  summary: 'A table of this test',
  method: 'POST',
  path: '/export',
  access: 'public',
  reply: csv,
  problems: [],
});

/**
 * Starts a server on a real socket that answers with the given rows. Like the portal, it compresses them if the client accepts that.
 * Returns a function that fetches the table.
 */
async function serveTable(batches: CsvTable['batches'], name = 'users-2026-11-21.csv') {
  const http = createHttp({ log: pino({ level: 'silent' }), secureUrl: false });
  await http.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  const router = { http, authenticate: async () => null, parts: partsWithoutDatabase };
  mount(router, exportCall, () => ({ name, columns: ['n', 'text'], batches }));
  await http.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => http.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port, not on a pipe
  const { port } = http.server.address() as AddressInfo;
  return (headers: Record<string, string> = {}, signal: AbortSignal | null = null) =>
    fetch(`http://127.0.0.1:${port}/core/api/export`, { method: 'POST', headers, signal });
}

const filler = 'x'.repeat(1000);
const createRows = (from: number): [number, string][] => Array.from({ length: 100 }, (_, at) => [from + at, filler]);

/** Creates rows of random text: they cannot be compressed, so that the server sends them at once. */
const createRandomRows = () => createRows(0).map(([n]): [number, string] => [n, randomBytes(750).toString('base64')]);

/** Creates a promise, and the function that resolves it. */
const createGate = () => Promise.withResolvers<undefined>();

describe.each([['identity'], ['gzip'], ['br']])('a CSV file with the content encoding %s', (encoding) => {
  const headers = { 'accept-encoding': encoding };

  test('a CSV table is sent as a download in chunks, without a Content-Length', async () => {
    const fetchTable = await serveTable(ReadableStream.from([createRows(0), createRows(100)]));
    const response = await fetchTable(headers);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="users-2026-11-21.csv"; filename*=UTF-8''users-2026-11-21.csv`,
      'cache-control': 'no-store',
      'transfer-encoding': 'chunked',
    });
    expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
    expect(text.split('\r\n')).toHaveLength(202);
    expect(text.startsWith('\uFEFF"n","text"\r\n0,"xxx')).toBe(true);
  });

  test('a fault while the table is sent breaks the connection, so that the file does not look complete', async () => {
    async function* createFailingBatches() {
      for (let batch = 0; batch < 20; batch += 1) yield createRandomRows();
      throw new Error('the database is gone');
    }
    const response = await (await serveTable(createFailingBatches()))(headers);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow(TypeError);
  });

  test('if an error happens before the first byte of the CSV file is sent, the response is a problem', async () => {
    async function* createFailingBatches() {
      if (encoding !== 'identity') yield createRows(0);
      throw problem('BUSY', { retryAfterSeconds: 2 });
    }
    const response = await (await serveTable(createFailingBatches()))(headers);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    for (const header of ['content-disposition', 'content-encoding']) expect(response.headers.get(header)).toBeNull();
    expect(await response.json()).toMatchObject({ code: 'BUSY' });
  });

  test('the server stops reading the table when the client disconnects (T501)', async () => {
    const endGate = createGate();
    let readCount = 0;
    async function* createEndlessBatches() {
      try {
        for (;;) {
          readCount += 1;
          yield createRandomRows();
        }
      } finally {
        endGate.resolve(undefined);
      }
    }
    const abortController = new AbortController();
    const response = await (await serveTable(createEndlessBatches()))(headers, abortController.signal);
    await response.body?.getReader().read();
    abortController.abort();
    await endGate.promise;
    expect(readCount).toBeGreaterThan(0);
  });
});

test('the client gets the first rows before the server reads the last rows', async () => {
  const secondBatchGate = createGate();
  async function* createSlowBatches() {
    yield createRows(0);
    await secondBatchGate.promise;
    yield createRows(100);
  }
  const response = await (await serveTable(createSlowBatches()))({ 'accept-encoding': 'identity' });
  const reader = response.body?.getReader();
  const firstChunk = await reader?.read();
  expect(new TextDecoder().decode(firstChunk?.value)).toMatch(/^"n","text"\r\n0,"xxx/);
  secondBatchGate.resolve(undefined);
  let length = 0;
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read())
    length += chunk.value.length;
  expect(length).toBeGreaterThan(100_000);
});

test('the server reads a table no faster than the client receives it (T500)', async () => {
  let readCount = 0;
  async function* createEndlessBatches() {
    for (;;) {
      readCount += 1;
      yield createRows(readCount * 100);
      if (readCount === 2000) return;
    }
  }
  const response = await (await serveTable(createEndlessBatches()))({ 'accept-encoding': 'identity' });
  const waitUntilStalled = async (): Promise<number> => {
    const countBefore = readCount;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return readCount === countBefore ? readCount : waitUntilStalled();
  };
  // A batch has 100 KB. The buffers of the two sockets, whose size is limited, contain the batches that the server has read and the client
  // has not received.
  expect(await waitUntilStalled()).toBeLessThan(500);
  await response.body?.cancel();
});

test('a file name with special characters can add neither a header nor a second file name (T499)', async () => {
  const fetchTable = await serveTable(ReadableStream.from([]), 'ü";\r\nx-evil: 1.csv');
  const response = await fetchTable();
  // The client reads the body, because the server waits for that before it closes.
  expect(await response.text()).not.toContain('x-evil');
  expect(response.headers.get('x-evil')).toBeNull();
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="_____x-evil__1.csv"; filename*=UTF-8''%C3%BC%22%3B%0D%0Ax-evil%3A%201.csv`,
  );
});
