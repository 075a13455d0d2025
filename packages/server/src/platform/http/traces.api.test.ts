import { users } from '@basics/contract/users.ts';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#server/testing/databases.ts';
import { noon, openPortal } from '#server/testing/portal.ts';
import { createTraces } from './traces.ts';

const log = pino({ level: 'silent' });

async function readRequest(call: Parameters<typeof fetch>) {
  const request = new Request(...call);
  return { url: request.url, text: await request.text() };
}

test('each request becomes a span with its route and without what a person typed, in the trace of its caller', async () => {
  const sent: { url: string; body: unknown }[] = [];
  const answers = [200, 503];
  const traces = createTraces({
    endpoint: 'http://collector.example:4318/',
    clock: () => noon,
    chance: (bytes) => new Uint8Array(bytes).fill(7),
    log,
    fetch: async (...call) => {
      const { url, text } = await readRequest(call);
      sent.push({ url, body: JSON.parse(text) });
      return new Response(null, { status: answers.shift() ?? 200 });
    },
  });
  const portal = await openPortal(await createTestDatabase('SQLite'), { traces });
  onTestFinished(() => portal.close());
  await traces.send();
  expect(sent).toEqual([]);
  const headers = { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
  await portal.ask(users.get, { params: { id: 31 }, headers });
  await portal.http.inject('/CANARY?x=CANARY');
  await traces.send();
  const [request] = sent;
  expect(request?.url).toBe('http://collector.example:4318/v1/traces');
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

test('a collector that is away costs at most 2,000 spans of memory', async () => {
  const sizes: number[] = [];
  const traces = createTraces({
    endpoint: 'http://collector.example',
    clock: () => noon,
    chance: (bytes) => new Uint8Array(bytes),
    log,
    fetch: async (...call) => {
      sizes.push((await readRequest(call)).text.split('"spanId"').length - 1);
      throw new Error('away');
    },
  });
  const portal = await openPortal(await createTestDatabase('SQLite'), { traces });
  onTestFinished(() => portal.close());
  for (let each = 0; each < 2001; each += 1) await portal.http.inject('/health/live');
  await expect(traces.send()).rejects.toThrow('away');
  await traces.send();
  expect(sizes).toEqual([2000]);
});
