import { lookup as resolveByDns } from 'node:dns';
import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { DeliveryFailure } from '@basics/contract/integrations/webhooks.ts';
import { toVisibleLine } from '@basics/contract/fields/visible-line.ts';
import { days, seconds } from '#server/platform/clock/clock.ts';
import {
  createCheckedLookup,
  forbiddenAddressCode,
  isAllowedUrl,
  type AddressPolicy,
  type ResolveHost,
} from '#server/platform/security/public-address.ts';

/** What became of one attempt. `retryAfterMs` is the wish of the receiver, at most a day; null if it has none. */
export type Outcome = {
  status: number | null;
  failure: DeliveryFailure | null;
  ms: number;
  answer: string;
  retryAfterMs: number | null;
};

type SentMessage = {
  headers: Record<string, string>;
  body: string;
  at: number;
  signal?: AbortSignal;
  connections?: Connections;
};

/** Sends a message to a URL. Returns null if the signal was aborted before an answer came. */
export type PostMessage = (url: string, message: SentMessage) => Promise<Outcome | null>;

const answerBytes = 1024;

/** Keeps the connection of a message open for the messages that follow it at once. */
export function openConnections() {
  const [http, https] = [new HttpAgent({ keepAlive: true }), new HttpsAgent({ keepAlive: true })];
  return {
    select: (isSecure: boolean) => (isSecure ? https : http),
    [Symbol.dispose](): void {
      http.destroy();
      https.destroy();
    },
  };
}

export type Connections = ReturnType<typeof openConnections>;

/**
 * Creates the function that sends messages to other systems. The address is checked for each connection, redirects are not followed, an answer
 * is read up to its first kilobyte, and everything ends after `limitMs` milliseconds.
 */
export function createPost(
  policy: AddressPolicy,
  {
    resolveHost = resolveByDns,
    limitMs = seconds(15),
  }: { resolveHost?: ResolveHost | undefined; limitMs?: number } = {},
): PostMessage {
  const lookup = createCheckedLookup(policy, resolveHost);
  return async (url, { headers, body, at, signal, connections }) => {
    const startedAt = performance.now();
    const end = (outcome: Partial<Outcome>): Outcome => ({
      status: null,
      failure: null,
      answer: '',
      retryAfterMs: null,
      ...outcome,
      ms: Math.round(performance.now() - startedAt),
    });
    // A host that is an IP address is not resolved, so it is checked here, again at each attempt.
    if (!isAllowedUrl(url, policy)) return end({ failure: 'address', answer: forbiddenAddressCode });
    const timeout = AbortSignal.timeout(limitMs);
    const ended = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const isSecure = url.startsWith('https:');
    const open = isSecure ? requestHttps : requestHttp;
    const contentLength = Buffer.byteLength(body);
    open(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': contentLength,
        'user-agent': 'BasicsPortal-Webhooks/1',
        ...headers,
      },
      agent: connections?.select(isSecure) ?? false,
      lookup,
      signal: ended,
    })
      .on('response', resolve)
      .on('error', reject)
      // A receiver that switches protocols closes the connection without an answer and without an error.
      .on('close', () => reject(createFault('ECONNRESET')))
      .end(body);
    try {
      const response = await promise;
      const answered = end({
        status: response.statusCode ?? 0,
        retryAfterMs: readRetryAfter(response.headers['retry-after'], at),
      });
      return { ...answered, answer: await readStart(response) };
    } catch (error) {
      if (signal?.aborted) return null;
      if (timeout.aborted) return end({ failure: 'timeout', answer: 'TIMEOUT' });
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
      return end({ failure: code === forbiddenAddressCode ? 'address' : 'connection', answer: code });
    }
  };
}

const createFault = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });

/** Reads the first kilobyte of an answer as one line. An answer that breaks off or hangs has its status already, so what came of it is enough. */
function readStart(response: IncomingMessage): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const chunks: Buffer[] = [];
  let length = 0;
  response
    .on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= answerBytes) response.destroy();
    })
    // The event `close` follows.
    .on('error', () => undefined)
    .on('close', () => {
      const text = Buffer.concat(chunks).subarray(0, answerBytes).toString('utf8');
      // PostgreSQL stores no U+0000.
      resolve(toVisibleLine(text.replaceAll('\0', '')));
    });
  return promise;
}

/** Reads the header `Retry-After` (RFC 9110, 10.2.3): seconds or a date. `at` is the time in Unix milliseconds. */
function readRetryAfter(value: string | undefined, at: number): number | null {
  if (value === undefined) return null;
  const waitMs = /^\d{1,9}$/.test(value) ? seconds(Number(value)) : Date.parse(value) - at;
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(0, waitMs), days(1));
}
