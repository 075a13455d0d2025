import { endpoints } from '@basics/contract/api.ts';
import { binary, csv } from '@basics/contract/endpoint.ts';
import type { Body, Endpoint, Params, Query, Reply } from '@basics/contract/endpoint.ts';
import { apiBase } from '@basics/contract/limits.ts';
import { problems } from '@basics/contract/problems.ts';
import type { ProblemCode } from '@basics/contract/problems.ts';
import * as z from 'zod/mini';
import { fromQueryString } from '#portal/api/query-string.ts';

/** A request to the fake server, parsed by the contract. */
export type Request<E extends Endpoint> = {
  params: Params<E>;
  query: Query<E>;
  body: Body<E>;
  token: string | null;
};

class Refusal {
  readonly code: ProblemCode;
  readonly more: RefusalFacts;

  constructor(code: ProblemCode, more: RefusalFacts) {
    this.code = code;
    this.more = more;
  }
}

type RefusalFacts = { message?: string; fields?: Record<string, string>; retryAfter?: number };

/** A problem for a handler to return; its message is that of the catalogue by default. */
export const createRefusal = (code: ProblemCode, more: RefusalFacts = {}): Refusal => new Refusal(code, more);

type Answer<E extends Endpoint> = Reply<E> | Refusal | Response;
type Handler<E extends Endpoint> = (request: Request<E>) => Answer<E> | Promise<Answer<E>>;

/**
 * A server that checks the contract: it replaces `fetch`, parses every request with the endpoint's schemas and checks every reply
 * with them. A request without a handler, and anything that violates the contract, fails the test.
 */
export function createFakeServer() {
  const handlers = new Map<string, (asked: CallInput) => unknown>();
  const asked: { name: string; request: CallInput }[] = [];
  const faults: string[] = [];
  const realFetch = globalThis.fetch;

  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    if (!url.pathname.startsWith(`${apiBase}/`)) return realFetch(input, init);
    try {
      return await answer(request, url);
    } catch (error) {
      request.signal.throwIfAborted();
      if (error instanceof ConnectionLost) throw new TypeError('Failed to fetch', { cause: error });
      faults.push(`${request.method} ${url.pathname}: ${String(error)}`);
      return new Response(null, { status: 501 });
    }
  };

  async function answer(request: globalThis.Request, url: URL): Promise<Response> {
    const found = find(request.method, url.pathname.slice(apiBase.length));
    if (!found) throw new Error('the contract has no such call');
    const handler = handlers.get(found.endpoint.name);
    if (!handler) throw new Error('this test did not say what to answer');
    const read = await readRequest(found, request, url);
    asked.push({ name: found.endpoint.name, request: read });
    const reply = await Promise.race([handler(read), aborted(request.signal)]);
    return createResponse(found.endpoint, reply);
  }

  return {
    /** Sets the answer to a call: a reply, a refusal or a raw response. */
    answer<E extends Endpoint>(endpoint: E, handler: Handler<E>): void {
      // Parsed by the schemas of this endpoint, so it is the input of its handler; the map cannot express that.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      handlers.set(endpoint.name, (read) => handler(read as Request<E>));
    },
    /** Lets the call fail without an answer: the connection is lost. */
    loseConnection(endpoint: Endpoint): void {
      handlers.set(endpoint.name, () => {
        throw new ConnectionLost();
      });
    },
    /** Every request to this endpoint so far, oldest first. */
    requests<E extends Endpoint>(endpoint: E): Request<E>[] {
      // As above: each was parsed by the schemas of the endpoint with this name.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return asked.filter(({ name }) => name === endpoint.name).map(({ request }) => request as Request<E>);
    },
    /** Restores `fetch`; returns the faults found. */
    close(): readonly string[] {
      globalThis.fetch = realFetch;
      return faults;
    },
  };
}

export type FakeServer = ReturnType<typeof createFakeServer>;

class ConnectionLost extends Error {}

type CallInput = { params: unknown; query: unknown; body: unknown; token: string | null };
type Found = { endpoint: Endpoint; params: Record<string, string> };

/** The endpoint of a path; a literal path wins over one with a parameter, as on the real server. */
function find(method: string, path: string): Found | undefined {
  const found = endpoints.flatMap((endpoint): Found[] => {
    const pattern = endpoint.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const match = endpoint.method === method ? new RegExp(`^${pattern}$`).exec(path) : null;
    return match ? [{ endpoint, params: { ...match.groups } }] : [];
  });
  return found.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
}

async function readRequest({ endpoint, params }: Found, request: globalThis.Request, url: URL): Promise<CallInput> {
  const text = await request.text();
  return {
    params: endpoint.params ? endpoint.params.parse(decoded(params)) : undefined,
    query: endpoint.query ? endpoint.query.parse(fromQueryString(url.search)) : undefined,
    body: endpoint.body ? endpoint.body.parse(JSON.parse(text)) : z.literal('').parse(text),
    token: request.headers.get('authorization')?.replace('Bearer ', '') ?? null,
  };
}

const decoded = (params: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

const file = z.object({ bytes: z.instanceof(Uint8Array<ArrayBuffer>), name: z.string(), type: z.string() });

function createResponse(endpoint: Endpoint, reply: unknown): Response {
  if (reply instanceof Response) return reply;
  if (reply instanceof Refusal) return createRefusedResponse(endpoint, reply);
  if (endpoint.reply === null) return new Response(null, { status: 204 });
  if (endpoint.reply !== binary && endpoint.reply !== csv) return Response.json(endpoint.reply.parse(reply));
  const { bytes, name, type } = file.parse(reply);
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
  return new Response(bytes, { headers: { 'content-type': type, 'content-disposition': disposition } });
}

const forEveryCall: readonly ProblemCode[] = [
  'NO_SESSION',
  'NOT_PERMITTED',
  'MALFORMED',
  'INVALID',
  'INTERNAL',
  'BUSY',
];

function createRefusedResponse(endpoint: Endpoint, { code, more }: Refusal): Response {
  const may = [...forEveryCall, ...endpoint.problems, 'ACCOUNT_PROBLEM'];
  if (!may.includes(code)) throw new Error(`the contract does not let this call answer ${code}`);
  const { status, message } = problems[code];
  const body = {
    code,
    message: more.message ?? message,
    requestId: `req-${code}`,
    ...(more.fields && { fields: more.fields }),
  };
  const headers: HeadersInit = more.retryAfter === undefined ? {} : { 'retry-after': String(more.retryAfter) };
  return Response.json(body, { status, headers });
}
