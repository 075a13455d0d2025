import { endpoints } from '@basics/contract/api.ts';
import { binary, csv } from '@basics/contract/calls/endpoint.ts';
import type { Body, Endpoint, Params, Query, Reply } from '@basics/contract/calls/endpoint.ts';
import { apiBase } from '@basics/contract/calls/limits.ts';
import { problems, type ProblemCode } from '@basics/contract/calls/problems.ts';
import * as z from 'zod/mini';
import { fromQueryString } from '#portal/api/query-string.ts';

/** A request to the fake server, parsed with the schemas of the API contract. */
export type Request<E extends Endpoint> = {
  params: Params<E>;
  query: Query<E>;
  body: Body<E>;
  token: string | null;
};

class Refusal {
  readonly code: ProblemCode;
  readonly details: RefusalDetails;

  constructor(code: ProblemCode, details: RefusalDetails) {
    this.code = code;
    this.details = details;
  }
}

type RefusalDetails = { message?: string; fields?: Record<string, string>; retryAfter?: number };

/** Creates a problem for a handler to return; by default with the message of the catalogue. */
export const createRefusal = (code: ProblemCode, details: RefusalDetails = {}): Refusal => new Refusal(code, details);

type Answer<E extends Endpoint> = Reply<E> | Refusal | Response;
type Handler<E extends Endpoint> = (request: Request<E>) => Answer<E> | Promise<Answer<E>>;

/**
 * Creates a server that checks the API contract: it replaces `fetch`, and checks every request and every reply with the schemas of the
 * endpoint. A request without a handler, and anything that violates the API contract, fails the test.
 */
export function createFakeServer() {
  const handlers = new Map<string, (callInput: CallInput) => unknown>();
  const recordedCalls: { name: string; request: CallInput }[] = [];
  const contractViolations: string[] = [];
  const realFetch = globalThis.fetch;

  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const url = new URL(request.url);
    if (!url.pathname.startsWith(`${apiBase}/`)) return realFetch(input, init);
    try {
      return await respond(request, url);
    } catch (error) {
      request.signal.throwIfAborted();
      if (error instanceof ConnectionLost) throw new TypeError('Failed to fetch', { cause: error });
      contractViolations.push(`${request.method} ${url.pathname}: ${String(error)}`);
      return new Response(null, { status: 501 });
    }
  };

  async function respond(request: globalThis.Request, url: URL): Promise<Response> {
    const matchedCall = findCall(request.method, url.pathname.slice(apiBase.length));
    if (!matchedCall) throw new Error('the contract has no such call');
    const handler = handlers.get(matchedCall.endpoint.name);
    if (!handler) throw new Error('this test did not say what to answer');
    const callInput = await readRequest(matchedCall, request, url);
    recordedCalls.push({ name: matchedCall.endpoint.name, request: callInput });
    const reply = await Promise.race([handler(callInput), rejectOnAbort(request.signal)]);
    return createResponse(matchedCall.endpoint, reply);
  }

  return {
    /** Sets the answer to a call: a reply, a refusal or a raw response. */
    answer<E extends Endpoint>(endpoint: E, handler: Handler<E>): void {
      // The request was parsed by the schemas of this endpoint, so it is the input of this handler. The type of the map cannot express that.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      handlers.set(endpoint.name, (callInput) => handler(callInput as Request<E>));
    },
    /** Lets the calls of the given endpoint fail without an answer, as after a lost connection. */
    loseConnection(endpoint: Endpoint): void {
      handlers.set(endpoint.name, () => {
        throw new ConnectionLost();
      });
    },
    /** Returns every request to the given endpoint so far, oldest first. */
    requests<E extends Endpoint>(endpoint: E): Request<E>[] {
      // Each request was parsed by the schemas of the endpoint with this name.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return recordedCalls.filter(({ name }) => name === endpoint.name).map(({ request }) => request as Request<E>);
    },
    /** Restores `fetch`; returns the violations of the API contract. */
    close(): readonly string[] {
      globalThis.fetch = realFetch;
      return contractViolations;
    },
  };
}

export type FakeServer = ReturnType<typeof createFakeServer>;

class ConnectionLost extends Error {}

type CallInput = { params: unknown; query: unknown; body: unknown; token: string | null };
type MatchedCall = { endpoint: Endpoint; params: Record<string, string> };

/** Finds the endpoint of a path. A literal path has priority over a path with a parameter, as on the real server. */
function findCall(method: string, path: string): MatchedCall | undefined {
  const matchedCall = endpoints.flatMap((endpoint): MatchedCall[] => {
    const pattern = endpoint.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const pathMatch = endpoint.method === method ? new RegExp(`^${pattern}$`).exec(path) : null;
    return pathMatch ? [{ endpoint, params: { ...pathMatch.groups } }] : [];
  });
  return matchedCall.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
}

async function readRequest(
  { endpoint, params }: MatchedCall,
  request: globalThis.Request,
  url: URL,
): Promise<CallInput> {
  const bodyText = await request.text();
  return {
    params: endpoint.params ? endpoint.params.parse(decodeParams(params)) : undefined,
    query: endpoint.query ? endpoint.query.parse(fromQueryString(url.search)) : undefined,
    body: endpoint.body ? endpoint.body.parse(JSON.parse(bodyText)) : z.literal('').parse(bodyText),
    token: request.headers.get('authorization')?.replace('Bearer ', '') ?? null,
  };
}

const decodeParams = (params: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

const fileSchema = z.object({ bytes: z.instanceof(Uint8Array<ArrayBuffer>), name: z.string(), type: z.string() });

function createResponse(endpoint: Endpoint, reply: unknown): Response {
  if (reply instanceof Response) return reply;
  if (reply instanceof Refusal) return createRefusedResponse(endpoint, reply);
  if (endpoint.reply === null) return new Response(null, { status: 204 });
  if (endpoint.reply !== binary && endpoint.reply !== csv) return Response.json(endpoint.reply.parse(reply));
  const { bytes, name, type } = fileSchema.parse(reply);
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
  return new Response(bytes, { headers: { 'content-type': type, 'content-disposition': disposition } });
}

const commonProblems: readonly ProblemCode[] = [
  'NO_SESSION',
  'NOT_PERMITTED',
  'MALFORMED',
  'INVALID',
  'INTERNAL',
  'BUSY',
];

function createRefusedResponse(endpoint: Endpoint, { code, details }: Refusal): Response {
  const allowedCodes = [...commonProblems, ...endpoint.problems, 'ACCOUNT_PROBLEM'];
  if (!allowedCodes.includes(code)) throw new Error(`the contract does not let this call answer ${code}`);
  const { status, message } = problems[code];
  const body = {
    code,
    message: details.message ?? message,
    requestId: `req-${code}`,
    ...(details.fields && { fields: details.fields }),
  };
  const headers: HeadersInit = details.retryAfter === undefined ? {} : { 'retry-after': String(details.retryAfter) };
  return Response.json(body, { status, headers });
}
