import { binary, csv } from '@basics/contract/calls/endpoint.ts';
import type { FileReply as NamedFile, Body, Endpoint, Params, Query, Reply } from '@basics/contract/calls/endpoint.ts';
import { apiBase } from '@basics/contract/calls/limits.ts';
import { readFileName } from './file-name.ts';
import { createPortalProblem, toProblem, announceSessionLost } from './api-problem.ts';
import { toQueryString } from './query-string.ts';
import { readToken } from './browser-store.ts';

type RequiredInput<Key extends string, Value> = [Value] extends [undefined]
  ? { [K in Key]?: never }
  : { [K in Key]: Value };

type CallOptions = {
  signal?: AbortSignal;
  /** The token to send instead of the stored token, for a token that is not stored yet or is no longer stored. */
  token?: string;
  /** The response to the call, if the request was already sent. */
  earlyResponse?: Promise<Response> | undefined;
  /** The request continues when the page is closed (Fetch, keepalive). */
  keepalive?: boolean;
};

/** The input of a call: params and body as in the API contract, and any fields of the query. */
export type CallInput<E extends Endpoint> = RequiredInput<'params', Params<E>> &
  RequiredInput<'body', Body<E>> &
  (Query<E> extends undefined ? { query?: never } : { query?: Partial<Query<E>> });

type CallArguments<E extends Endpoint> =
  { params?: never; query?: never; body?: never } extends CallInput<E>
    ? [asked?: CallInput<E> & CallOptions]
    : [asked: CallInput<E> & CallOptions];

type CallValues = { params?: unknown; query?: unknown; body?: unknown } & CallOptions;

/** Timeouts in milliseconds; streamed tables and large bodies may take longer. */
const timeoutMs = 30_000;
const longTimeoutMs = 600_000;
const findTimeoutMs = ({ reply, bodyBytes }: Endpoint): number =>
  reply === csv || bodyBytes !== undefined ? longTimeoutMs : timeoutMs;

const isFileReply = ({ reply }: Endpoint): boolean => reply === binary || reply === csv;

/**
 * Calls an endpoint of the API contract, which declares the types of its input and reply. Throws an ApiProblem for
 * every refusal and failure, and the reason of the abort signal if the call is aborted. Every response with the status
 * 401 is also reported to the session.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[options]: CallArguments<E>): Promise<Reply<E>> {
  const callValues: CallValues = options ?? {};
  const token = callValues.token ?? readToken();
  const response = await sendRequest(endpoint, callValues, token);
  if (!response.ok) {
    const problem = toProblem(response, await parseJson(response).catch(() => null));
    if (response.status === 401) announceSessionLost(token);
    throw problem;
  }
  // The server creates every reply with the schema of the endpoint. If the portal parsed replies with its own schema,
  // open tabs would fail when a newer server adds a field. So this is the only place that trusts the type without a
  // check.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (await readReply(endpoint, response, callValues.signal)) as Reply<E>;
}

async function sendRequest(endpoint: Endpoint, callValues: CallValues, token: string | null): Promise<Response> {
  const { params, query, body, signal, keepalive = false, earlyResponse } = callValues;
  const queryString = toQueryString(query ?? {});
  const url = `${apiBase}${createPath(endpoint.path, params)}${queryString && `?${queryString}`}`;
  const timeoutSignal = AbortSignal.timeout(findTimeoutMs(endpoint));
  try {
    return await (earlyResponse ??
      fetch(url, {
        method: endpoint.method,
        keepalive,
        credentials: 'include',
        headers: {
          accept: isFileReply(endpoint) ? '*/*' : 'application/json',
          'content-type': 'application/json',
          ...(token !== null && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(trimStrings(body)) }),
        signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
      }));
  } catch (cause) {
    signal?.throwIfAborted();
    throw createPortalProblem('UNREACHABLE', 0, cause);
  }
}

function createPath(path: string, params: unknown): string {
  const pathParams: ReadonlyMap<string, unknown> = new Map(Object.entries(params ?? {}));
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(pathParams.get(name))));
}

async function readReply(endpoint: Endpoint, response: Response, signal?: AbortSignal): Promise<unknown> {
  if (endpoint.reply === null) return undefined;
  if (isFileReply(endpoint)) return readFile(response, signal);
  const bodyText = await readWholeBody(response.text(), signal);
  try {
    const reply: unknown = JSON.parse(bodyText);
    if (reply !== null) return reply;
  } catch (cause) {
    throw createPortalProblem('UNREADABLE', response.status, cause);
  }
  throw createPortalProblem('UNREADABLE', response.status);
}

async function readFile(response: Response, signal?: AbortSignal): Promise<NamedFile> {
  return {
    bytes: new Uint8Array(await readWholeBody(response.arrayBuffer(), signal)),
    name: readFileName(response.headers.get('content-disposition'), 'download'),
    type: response.headers.get('content-type') ?? 'application/octet-stream',
  };
}

/**
 * Reads a body to its end. A body that is cut off counts as a lost connection, as if there had been no response. A
 * reload of the page also cuts off the body of a response, and must not sign anybody out.
 */
async function readWholeBody<Content>(body: Promise<Content>, signal?: AbortSignal): Promise<Content> {
  try {
    return await body;
  } catch (cause) {
    signal?.throwIfAborted();
    throw createPortalProblem('UNREACHABLE', 0, cause);
  }
}

const parseJson = async (response: Response): Promise<unknown> => JSON.parse(await response.text());

/** Returns a copy of the value in which every string is trimmed, also in nested objects and arrays. */
export function trimStrings(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(trimStrings);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, entryValue]) => [key, trimStrings(entryValue)]));
}
