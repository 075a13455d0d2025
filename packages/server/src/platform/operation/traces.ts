import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { buildVersion } from '#server/platform/build-version.ts';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { startBackgroundJob, type BackgroundJob } from '#server/platform/background/background-job.ts';
import { seconds, type Clock } from '#server/platform/clock/clock.ts';
import { findRoutePattern } from '../http/create-http.ts';

type Dependencies = {
  /** The address of the collector, without `/v1/traces`. */
  endpoint: string;
  /** The headers of each request to the collector, such as its credential. */
  headers: Readonly<Record<string, string>>;
  /** The name of this portal at the collector. */
  serviceName: string;
  clock: Clock;
  randomBytes: (bytes: number) => Uint8Array;
  fetch: typeof globalThis.fetch;
  log: FastifyBaseLogger;
};

export type Traces = {
  /** Creates a span for each request that the given server answers. */
  watch(http: FastifyInstance): void;
  /** Sends the pending spans. Rejects if the collector does not accept the spans; these spans are lost. */
  send(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
};

/** The attributes of a span. The attributes contain no path, query or body, no IP address and nothing about a person. */
type Span = { traceId: string; parentSpanId: string; spanId: string; startedAt: number; endedAt: number } & {
  method: string;
  route: string;
  status: number;
};

/**
 * The maximum number of spans that wait to be sent. Further spans are dropped, so that an unreachable collector does not fill the memory.
 */
const maxSpans = 2000;
const sendTimeoutMs = seconds(5);

/**
 * Sends a span of each request by OTLP over HTTP with JSON (OpenTelemetry Protocol 1.x), every five seconds. Requests never wait until
 * their spans are sent.
 */
export function createTraces({ endpoint, headers, serviceName, clock, randomBytes, fetch, log }: Dependencies): Traces {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const service = { name: serviceName, instance: bytesToHex(randomBytes(8)) };
  const pendingSpans: Span[] = [];
  let job: BackgroundJob | undefined;

  async function send(): Promise<void> {
    const spans = pendingSpans.splice(0);
    if (spans.length === 0) return;
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(toRequest(spans, service)),
      redirect: 'error',
      signal: AbortSignal.timeout(sendTimeoutMs),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the collector of traces answers ${response.status}`);
  }

  return {
    watch(http) {
      http.addHook('onResponse', async (request, reply) => {
        if (pendingSpans.length < maxSpans)
          pendingSpans.push(createSpan(request, reply, { now: clock(), randomBytes }));
      });
    },
    send,
    start() {
      job = startBackgroundJob({ name: 'traces', everyMs: seconds(5), log, work: send });
    },
    async stop() {
      await job?.stop();
      await send().catch((error: unknown) =>
        log.warn({ err: error }, 'the last trace spans could not be sent to the OpenTelemetry collector'),
      );
    },
  };
}

/** Matches the header `traceparent` of W3C Trace Context: version, trace id, parent id and flags. */
const parentPattern = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}/;

type SpanContext = { now: number } & Pick<Dependencies, 'randomBytes'>;

function createSpan(request: FastifyRequest, reply: FastifyReply, { now, randomBytes }: SpanContext): Span {
  const [, traceId, parentSpanId = ''] = parentPattern.exec(String(request.headers['traceparent'] ?? '')) ?? [];
  return {
    traceId: traceId ?? bytesToHex(randomBytes(16)),
    parentSpanId,
    spanId: bytesToHex(randomBytes(8)),
    startedAt: now - reply.elapsedTime,
    endedAt: now,
    method: request.method,
    route: findRoutePattern(request),
    status: reply.statusCode,
  };
}

/** Creates the body of the OTLP request: an `ExportTraceServiceRequest` in JSON (https://github.com/open-telemetry/opentelemetry-proto). */
const toRequest = (spans: readonly Span[], { name, instance }: { name: string; instance: string }) => ({
  resourceSpans: [
    {
      resource: {
        attributes: [
          toTextAttribute('service.name', name),
          toTextAttribute('service.version', buildVersion),
          toTextAttribute('service.instance.id', instance),
        ],
      },
      scopeSpans: [{ scope: { name: 'basics-portal', version: buildVersion }, spans: spans.map(toOtlpSpan) }],
    },
  ],
});

const toTextAttribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });

const serverKind = 2;
const errorStatus = 2;

const toOtlpSpan = ({ traceId, parentSpanId, spanId, startedAt, endedAt, method, route, status }: Span) => ({
  traceId,
  spanId,
  parentSpanId,
  name: `${method} ${route}`,
  kind: serverKind,
  startTimeUnixNano: toNanoseconds(startedAt),
  endTimeUnixNano: toNanoseconds(endedAt),
  attributes: [
    toTextAttribute('http.request.method', method),
    toTextAttribute('http.route', route),
    { key: 'http.response.status_code', value: { intValue: String(status) } },
  ],
  status: status >= 500 ? { code: errorStatus } : {},
});

/** Converts milliseconds to whole nanoseconds. The result is a text, because a number cannot hold so many digits exactly. */
const toNanoseconds = (at: number): string => String(BigInt(Math.round(at * 1000)) * 1000n);
