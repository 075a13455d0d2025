import { binary, csv } from '@basics/contract/endpoint.ts';
import type { Blob as NamedFile, Body, Endpoint, Params, Query, Reply } from '@basics/contract/endpoint.ts';
import { apiBase } from '@basics/contract/limits.ts';
import { portalProblem, problemOf } from './api-problem.ts';
import { toQueryString } from './query-string.ts';
import { announceSessionLost } from './session-lost.ts';
import { readToken } from './stored-token.ts';
import { trimmed } from './trimmed.ts';

type Needed<Key extends string, Value> = Value extends undefined ? { [K in Key]?: never } : { [K in Key]: Value };

type Options = {
  signal?: AbortSignal;
  /** Sent instead of the stored one: for a token that is not stored yet, or not any more. */
  token?: string;
  /** Goes on when the page is closed before it has been answered. */
  keepalive?: boolean;
};

/** What a call takes: its params and body as the contract says, any part of its query. */
export type CallInput<E extends Endpoint> = Needed<'params', Params<E>> &
  Needed<'body', Body<E>> &
  (Query<E> extends undefined ? { query?: never } : { query?: Partial<Query<E>> });

type Arguments<E extends Endpoint> =
  { params?: never; query?: never; body?: never } extends CallInput<E>
    ? [asked?: CallInput<E> & Options]
    : [asked: CallInput<E> & Options];

type Given = { params?: unknown; query?: unknown; body?: unknown } & Options;

/** How long an answer may take, in milliseconds; a table that is sent while it is read, and a large body, take their time. */
const patience = 30_000;
const longPatience = 600_000;
const patienceFor = ({ reply, bodyBytes }: Endpoint): number =>
  reply === csv || bodyBytes !== undefined ? longPatience : patience;

const isFile = ({ reply }: Endpoint): boolean => reply === binary || reply === csv;

/**
 * Asks the server, typed by the contract. Throws ApiProblem for every refusal and failure, and the signal's own reason when
 * it is aborted. Every 401 is announced once more to whoever keeps the session.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[asked]: Arguments<E>): Promise<Reply<E>> {
  const given: Given = asked ?? {};
  const token = given.token ?? readToken();
  const response = await send(endpoint, given, token);
  if (!response.ok) {
    const problem = problemOf(response, await jsonOf(response).catch(() => null));
    if (response.status === 401) announceSessionLost(token);
    throw problem;
  }
  // The server shapes every reply by the endpoint's own schema; to parse it again here would only break tabs that are open
  // while a newer server adds a field. So this is the one place that takes its word.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (await replyOf(endpoint, response, given.signal)) as Reply<E>;
}

async function send(endpoint: Endpoint, given: Given, token: string | null): Promise<Response> {
  const { params, query, body, signal, keepalive = false } = given;
  const search = toQueryString(query ?? {});
  const url = `${apiBase}${pathOf(endpoint.path, params)}${search && `?${search}`}`;
  const timeout = AbortSignal.timeout(patienceFor(endpoint));
  try {
    return await fetch(url, {
      method: endpoint.method,
      keepalive,
      credentials: 'include',
      headers: {
        accept: isFile(endpoint) ? '*/*' : 'application/json',
        'content-type': 'application/json',
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(trimmed(body)) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (cause) {
    signal?.throwIfAborted();
    throw portalProblem('UNREACHABLE', 0, cause);
  }
}

function pathOf(path: string, params: unknown): string {
  const values: ReadonlyMap<string, unknown> = new Map(Object.entries(params ?? {}));
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
}

async function replyOf(endpoint: Endpoint, response: Response, signal?: AbortSignal): Promise<unknown> {
  if (endpoint.reply === null) return undefined;
  if (isFile(endpoint)) return fileOf(response, signal);
  const text = await arrived(response.text(), signal);
  try {
    const reply: unknown = JSON.parse(text);
    if (reply !== null) return reply;
  } catch (cause) {
    throw portalProblem('UNREADABLE', response.status, cause);
  }
  throw portalProblem('UNREADABLE', response.status);
}

async function fileOf(response: Response, signal?: AbortSignal): Promise<NamedFile> {
  const { fileNameOf } = await import('./file-name.ts');
  return {
    bytes: new Uint8Array(await arrived(response.arrayBuffer(), signal)),
    name: fileNameOf(response.headers.get('content-disposition'), 'download'),
    type: response.headers.get('content-type') ?? 'application/octet-stream',
  };
}

/**
 * A body whose end came. One that breaks off is a lost connection, as if no answer had come at all: it breaks off too when the
 * page is loaded anew in that moment, and nobody may be signed out by that.
 */
async function arrived<Content>(body: Promise<Content>, signal?: AbortSignal): Promise<Content> {
  try {
    return await body;
  } catch (cause) {
    signal?.throwIfAborted();
    throw portalProblem('UNREACHABLE', 0, cause);
  }
}

const jsonOf = async (response: Response): Promise<unknown> => JSON.parse(await response.text());
