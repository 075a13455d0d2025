import { users } from '@basics/contract/users/users.ts';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#server/testing/database/databases.ts';
import { noon, openPortal } from '#server/testing/portal.ts';
import { createTraces } from './traces.ts';

const log = pino({ level: 'silent' });

async function readSentRequest(fetchArguments: Parameters<typeof fetch>) {
  const request = new Request(...fetchArguments);
  return { url: request.url, authorization: request.headers.get('authorization'), text: await request.text() };
}

test('each request creates a span in the trace of its caller; the span has the route and no text that a person typed', async () => {
  const sentRequests: { url: string; authorization: string | null; body: unknown }[] = [];
  const statuses = [200, 503];
  const traces = createTraces({
    endpoint: 'http://collector.example:4318/',
    headers: { Authorization: 'Bearer 4f3c2a' },
    serviceName: 'portal-north',
    clock: () => noon,
    randomBytes: (bytes) => new Uint8Array(bytes).fill(7),
    log,
    fetch: async (...fetchArguments) => {
      const { text, ...sent } = await readSentRequest(fetchArguments);
      sentRequests.push({ ...sent, body: JSON.parse(text) });
      return new Response(null, { status: statuses.shift() ?? 200 });
    },
  });
  const portal = await openPortal(await createTestDatabase('SQLite'), { traces });
  onTestFinished(() => portal.close());
  await traces.send();
  expect(sentRequests).toEqual([]);
  const headers = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
  await portal.call(users.get, { params: { id: 31 }, headers });
  await portal.http.inject('/CANARY?x=CANARY');
  await traces.send();
  const [request] = sentRequests;
  expect(request).toMatchObject({
    url: 'http://collector.example:4318/v1/traces',
    authorization: 'Bearer 4f3c2a',
    body: {
      resourceSpans: [
        {
          resource: {
            attributes: expect.arrayContaining([{ key: 'service.name', value: { stringValue: 'portal-north' } }]),
          },
        },
      ],
    },
  });
  const attributes = (route: string, status: string) =>
    expect.arrayContaining([
      { key: 'http.route', value: { stringValue: route } },
      { key: 'http.response.status_code', value: { intValue: status } },
    ]);
  expect(request?.body).toMatchObject({
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                traceId: 'a'.repeat(32),
                parentSpanId: 'b'.repeat(16),
                spanId: '07'.repeat(8),
                name: 'GET /core/api/user/:id',
                kind: 2,
                endTimeUnixNano: `${noon}000000`,
                attributes: attributes('/core/api/user/:id', '401'),
              },
              { traceId: '07'.repeat(16), parentSpanId: '', attributes: attributes('unknown', '404') },
            ],
          },
        ],
      },
    ],
  });
  expect(JSON.stringify(request?.body)).not.toContain('CANARY');

  await portal.http.inject('/health/live');
  await expect(traces.send()).rejects.toThrow('answers 503');
  expect((await portal.http.inject('/health/live')).statusCode).toBe(200);
});

test('while the collector cannot be reached, the portal keeps at most 2,000 spans', async () => {
  const sizes: number[] = [];
  const traces = createTraces({
    endpoint: 'http://collector.example',
    headers: {},
    serviceName: 'basics-portal',
    clock: () => noon,
    randomBytes: (bytes) => new Uint8Array(bytes),
    log,
    fetch: async (...fetchArguments) => {
      sizes.push((await readSentRequest(fetchArguments)).text.split('"spanId"').length - 1);
      throw new Error('away');
    },
  });
  const portal = await openPortal(await createTestDatabase('SQLite'), { traces });
  onTestFinished(() => portal.close());
  for (let count = 0; count < 2001; count += 1) await portal.http.inject('/health/live');
  await expect(traces.send()).rejects.toThrow('away');
  await traces.send();
  expect(sizes).toEqual([2000]);
});
