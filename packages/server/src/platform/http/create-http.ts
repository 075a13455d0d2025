import type { HumanSite } from '@basics/contract/human-sites.ts';
import { apiBase, limits } from '@basics/contract/limits.ts';
import { phrases } from '@basics/contract/phrases.ts';
import Fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { DatabaseBusy } from '#server/database/database.ts';
import { runInLanguage, chooseLanguage } from '#server/platform/language.ts';
import type { LanguageChoice } from '#server/platform/language.ts';
import { Problem, problem, toProblemBody } from '#server/platform/problem.ts';
import { createDrain } from './drain.ts';
import type { Drain } from './drain.ts';
import { apiHeaders, createBareHeaders, setSecureHeaders } from './secure-headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A page under an API path: it gets the security policy of pages. */
    isPage?: true;
  }
  interface FastifyRequest {
    /** The route of the portal that a page belongs to; null for every other request. */
    pageRoute: string | null;
  }
}

export type HttpSettings = {
  log: FastifyBaseLogger;
  trustedProxies: readonly string[];
  secureUrl: boolean;
  /** The human verification service whose widget the pages show; null or absent: none. */
  humanSite?: HumanSite | null;
  drain?: Drain;
};

/**
 * The HTTP server with everything that applies to all calls: limits on size and time, JSON only, request ids, one log line per request without
 * query or body, security headers, and every error as a problem of the catalogue.
 */
export async function createHttp(settings: HttpSettings): Promise<FastifyInstance> {
  const bare = createBareHeaders(settings.secureUrl);
  const http = Fastify({
    loggerInstance: settings.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    bodyLimit: limits.body.bytes,
    requestTimeout: 12_000,
    keepAliveTimeout: 65_000,
    // By default Node looks for slow sockets only every 30 seconds.
    http: { headersTimeout: 8000, connectionsCheckingInterval: 2000, maxHeaderSize: 16_384 },
    routerOptions: { maxParamLength: 100, ignoreDuplicateSlashes: false },
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // Connected clients still get their answers while the server stops.
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: () => randomBytes(9).toString('base64url'),
    // The address cannot be parsed: no hook runs for it, so this sets the headers.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply.headers(bare)),
    clientErrorHandler(this: FastifyInstance, error, socket) {
      refuseMessage({ log: this.log, error, socket, headers: bare });
    },
  });
  http.decorateRequest('pageRoute', null);
  setRequestLanguages(http);
  acceptOnlyJson(http);
  await setSecureHeaders(http, settings);
  http.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
    const { url, config } = request.routeOptions;
    // By the route if there is one: a URL can be written in several ways for the same route.
    if (isApiPath(url ?? request.url) && !config.isPage) void reply.headers(apiHeaders);
  });
  http.addHook('onRequest', async ({ raw }) => {
    // RFC 9112 3.2; Node takes the first one.
    const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length > 1) throw problem('MALFORMED');
  });
  closeWhileDraining(http, settings.drain ?? createDrain());
  http.addHook('onResponse', async (request, reply) => logRequest(request, reply));
  http.setErrorHandler(answerError);
  return http;
}

const languageChoices = new WeakMap<FastifyRequest, LanguageChoice>();

/** Handles a request in the language that it asks for. */
function runInRequestLanguage<Result>(request: FastifyRequest, work: () => Result): Result {
  const choice = languageChoices.get(request) ?? chooseLanguage(request.headers['accept-language']);
  languageChoices.set(request, choice);
  return runInLanguage(choice, work);
}

/** Set again after the body, because the parser reads the body in socket events, outside the async context of the request. */
function setRequestLanguages(http: FastifyInstance): void {
  http.addHook('onRequest', (request, _, done) => runInRequestLanguage(request, done));
  http.addHook('preValidation', (request, _, done) => runInRequestLanguage(request, done));
}

/** While the process stops, each answer closes its connection; otherwise open connections would delay the stop. */
function closeWhileDraining(http: FastifyInstance, drain: Drain): void {
  http.addHook('preClose', async () => drain.begin());
  http.addHook('onSend', async (_, reply) => {
    if (drain.hasBegun()) void reply.header('connection', 'close');
  });
}

function acceptOnlyJson(http: FastifyInstance): void {
  http.removeAllContentTypeParsers();
  const parse = http.getDefaultJsonParser('error', 'error');
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, String(body), done);
  });
}

/** The pattern of the route, which is one of a fixed list. */
export const routeOf = ({ routeOptions, pageRoute }: FastifyRequest): string =>
  routeOptions.url ?? pageRoute ?? 'unknown';

function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  // The route's pattern, not the URL: nothing that a person typed into a path or a query gets into the log.
  const route = routeOf(request);
  const took = Math.round(reply.elapsedTime);
  const { method, ip: address } = request;
  request.log.info({ method, route, status: reply.statusCode, took, address }, 'answered');
}

function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const named = runInRequestLanguage(request, () => toProblem(error, request.routeOptions.bodyLimit));
  // Removes the headers of a table or file that failed before any of it was sent.
  for (const header of ['content-disposition', 'content-encoding']) reply.removeHeader(header);
  if (named.status >= 500) request.log.error({ err: error, code: named.code }, named.message);
  if (named.retryAfterSeconds !== undefined)
    reply.header('retry-after', Math.max(1, Math.ceil(named.retryAfterSeconds)));
  if (named.status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(named.status).type('application/json; charset=utf-8').send(toProblemBody(named, request.id));
}

function toProblem(error: FastifyError | Error, bodyLimit: number | undefined): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof DatabaseBusy) return problem('BUSY', { retryAfterSeconds: 2, cause: error });
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status === 413) return createTooLargeProblem(bodyLimit, error);
  if (status === 415) return problem('WRONG_MEDIA_TYPE', { cause: error });
  if (status === 404) return problem('PAGE_NOT_FOUND', { cause: error });
  if (status === 429) return problem('TOO_MANY_ATTEMPTS', { cause: error });
  if (status === 503) return problem('BUSY', { retryAfterSeconds: 5, cause: error });
  if (status >= 400 && status < 500) return problem('MALFORMED', { cause: error });
  return problem('INTERNAL', { cause: error });
}

/** Some calls accept a larger body than the message in the catalogue states. */
const createTooLargeProblem = (bodyLimit: number | undefined, cause: Error): Problem =>
  bodyLimit === undefined || bodyLimit === limits.body.bytes
    ? problem('TOO_LARGE', { cause })
    : new Problem('TOO_LARGE', phrases().tooLargeFor(bodyLimit / 1024 ** 2), { cause });

type RefusedMessage = {
  log: FastifyBaseLogger;
  error: Error & { code?: string };
  socket: Socket;
  headers: Record<string, string>;
};

/** Handles input that is not HTTP, too slow or too long: there is no request yet, and only the reason is logged. */
function refuseMessage({ log, error, socket, headers }: RefusedMessage): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, reason } = refusalTexts[error.code ?? ''] ?? { status: 400, reason: 'Bad Request' };
  log.debug({ code: error.code, status }, 'connection refused before a request was read');
  const sent = Object.entries({ ...headers, connection: 'close', 'content-length': 0 });
  const head = [`HTTP/1.1 ${status} ${reason}`, ...sent.map(([name, value]) => `${name}: ${value}`)];
  socket.end(`${head.join('\r\n')}\r\n\r\n`, () => socket.destroy());
}

const refusalTexts: Readonly<Record<string, { status: number; reason: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'Request Timeout' },
  HPE_HEADER_OVERFLOW: { status: 431, reason: 'Request Header Fields Too Large' },
};

const apiAddress = new RegExp(`^${apiBase}(?:[/?]|$)`);

/** Whether a URL belongs to the API, which answers with problems where pages answer with the portal. */
export const isApiPath = (url: string): boolean => apiAddress.test(url);
