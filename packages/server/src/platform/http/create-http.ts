import type { HumanSite } from '@basics/contract/session/human-sites.ts';
import { apiBase, limits } from '@basics/contract/calls/limits.ts';
import { phrases } from '@basics/contract/texts/phrases.ts';
import Fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { DatabaseBusy, DiskFault } from '#server/database/failures.ts';
import { runInLanguage, chooseLanguage, type LanguageChoice } from '#server/platform/texts/language.ts';
import { Problem, problem, toProblemBody } from '#server/platform/problem.ts';

import { checkForwardedHeaders, createForwardedHeaders, type ForwardedHeaders } from './request-origin.ts';
import { apiHeaders, createBareHeaders, createSecureHeaders } from './response-headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a page whose path begins like an API call; such a page gets the security policy of pages. */
    isPage?: true;
    /** True for a route that a program calls every few seconds. Its successful answers are logged only at the level debug. */
    isProbe?: true;
  }
  interface FastifyInstance {
    /** Sends the error screen of the portal to a browser that opens a page; null until the pages are served, and if there are none. */
    sendErrorPage: SendErrorPage | null;
    pageHeaders: Record<string, string>;
  }
  interface FastifyRequest {
    /** The route of the portal that a page belongs to; null for every other request. */
    pageRoute: string | null;
  }
}

type SendErrorPage = (request: FastifyRequest, reply: FastifyReply, thrown: Problem) => Promise<FastifyReply>;

export type HttpSettings = {
  log: FastifyBaseLogger;
  /** Absent if the portal trusts no proxy. */
  forwardedHeaders?: ForwardedHeaders;
  secureUrl: boolean;
  /** The human verification service whose widget the pages show; null or absent if there is none. */
  humanSite?: HumanSite | null;
  drain?: Drain;
};

/**
 * Creates the HTTP server with everything that applies to all calls: limits on size and time, JSON only, request ids, one log line per
 * request without query or body, security headers, and every error as a problem of the catalogue.
 */
export function createHttp(settings: HttpSettings): FastifyInstance {
  const forwardedHeaders = settings.forwardedHeaders ?? createForwardedHeaders([]);
  const bareHeaders = createBareHeaders(settings.secureUrl);
  const pageHeaders = createSecureHeaders(settings);
  const http = Fastify({
    loggerInstance: settings.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: forwardedHeaders.isTrusted,
    bodyLimit: limits.body.bytes,
    requestTimeout: 12_000,
    keepAliveTimeout: 65_000,
    // Node.js checks every 2 seconds for connections that are too slow; by default, it would check only every 30 seconds.
    http: { headersTimeout: 8000, connectionsCheckingInterval: 2000, maxHeaderSize: 16_384 },
    routerOptions: { maxParamLength: 100, ignoreDuplicateSlashes: false },
    // Every address outside the API that answers GET answers HEAD (RFC 9110, 9.3.2).
    exposeHeadRoutes: true,
    forceCloseConnections: 'idle',
    // Requests on open connections are still answered while the server stops.
    return503OnClosing: false,
    requestIdHeader: false,
    genReqId: createRequestIds(),
    // If the URL cannot be parsed, no hook runs, so the headers are set here.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply.headers(bareHeaders)),
    clientErrorHandler(this: FastifyInstance, error, socket) {
      refuseConnection({ log: this.log, error, socket, headers: bareHeaders });
    },
  });
  http.decorateRequest('pageRoute', null);
  checkForwardedHeaders(http, forwardedHeaders);
  http.decorate('sendErrorPage', null);
  http.decorate('pageHeaders', pageHeaders);
  setRequestLanguages(http);
  acceptOnlyJson(http);
  setResponseHeaders(http, pageHeaders);
  closeWhileDraining(http, settings.drain ?? createDrain());
  http.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply);
    done();
  });
  http.setErrorHandler(answerError);
  return http;
}

const idBytes = 9;
const idsAtOnce = 256;

/**
 * Returns a function that creates random request ids. The function reads the random bytes for many ids at once, because each call of
 * `randomBytes` takes some microseconds.
 */
function createRequestIds(): () => string {
  let bytes = Buffer.alloc(0);
  return () => {
    if (bytes.length < idBytes) bytes = randomBytes(idBytes * idsAtOnce);
    const requestId = bytes.toString('base64url', 0, idBytes);
    bytes = bytes.subarray(idBytes);
    return requestId;
  };
}

/** Sets the headers of every answer, and refuses requests with several Host headers. */
function setResponseHeaders(http: FastifyInstance, pageHeaders: Record<string, string>): void {
  const apiResponseHeaders = { ...pageHeaders, ...apiHeaders };
  http.addHook('onRequest', (request, reply, done) => {
    const { url, config } = request.routeOptions;
    // The path of the matching route, and not the URL, decides which headers are sent, because the URL of a route can be written in several
    // ways.
    const isApiResponse = isApiPath(url ?? request.url) && !config.isPage;
    void reply.headers(isApiResponse ? apiResponseHeaders : pageHeaders).header('x-request-id', request.id);
    // HTTP/0.9 has no headers, so its answers have no security headers and a browser cannot send it.
    if (request.raw.httpVersion === '0.9') return done(problem('MALFORMED'));
    // RFC 9112, 3.2, requires that a request with several Host headers is refused. Node.js would use the first of them.
    const hostHeaders = request.raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
    done(hostHeaders.length > 1 ? problem('MALFORMED') : undefined);
  });
}

const languageChoices = new WeakMap<FastifyRequest, LanguageChoice>();

function runInRequestLanguage<Result>(request: FastifyRequest, work: () => Result): Result {
  const languageChoice = languageChoices.get(request) ?? chooseLanguage(request.headers['accept-language']);
  languageChoices.set(request, languageChoice);
  return runInLanguage(languageChoice, work);
}

/**
 * Sets the language of each request. The second hook sets the language again after the body is read, because the body is read in socket
 * events, outside the async context of the request.
 */
function setRequestLanguages(http: FastifyInstance): void {
  http.addHook('onRequest', (request, _, done) => runInRequestLanguage(request, done));
  http.addHook('preValidation', (request, _, done) => runInRequestLanguage(request, done));
}

/** Closes the connection after each answer while the process stops, because open connections would delay the stop. */
function closeWhileDraining(http: FastifyInstance, drain: Drain): void {
  http.addHook('preClose', async () => drain.begin());
  http.addHook('onSend', (_, reply, payload, done) => {
    if (drain.hasBegun()) void reply.header('connection', 'close');
    done(null, payload);
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

/** Returns the path pattern of the route that matches a request, such as `/users/:id`. */
export const findRoutePattern = ({ routeOptions, pageRoute }: FastifyRequest): string =>
  routeOptions.url ?? pageRoute ?? 'unknown';

function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  // The log contains the path pattern of the route and not the URL, so nothing that a person typed into a path or a query is logged.
  const route = findRoutePattern(request);
  const durationMs = Math.round(reply.elapsedTime);
  const { method, ip: address } = request;
  const { statusCode: status } = reply;
  const level = request.routeOptions.config.isProbe === true && status < 400 ? 'debug' : 'info';
  request.log[level]({ method, route, status, took: durationMs, address }, 'request answered');
}

async function answerError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const thrownProblem = runInRequestLanguage(request, () => toProblem(error, request.routeOptions.bodyLimit));
  // If the sending of a table or file failed before the first byte, its headers are removed from the error response.
  for (const header of ['content-disposition', 'content-encoding']) reply.removeHeader(header);
  if (error instanceof Problem && error.code === 'BUSY') request.log.warn({ code: error.code }, error.message);
  else if (error instanceof DatabaseBusy && !(error instanceof DiskFault))
    request.log.warn({ err: error, code: thrownProblem.code }, thrownProblem.message);
  else if (thrownProblem.status >= 500)
    request.log.error({ err: error, code: thrownProblem.code }, thrownProblem.message);
  if (thrownProblem.retryAfterSeconds !== undefined)
    reply.header('retry-after', Math.max(1, Math.ceil(thrownProblem.retryAfterSeconds)));
  if (thrownProblem.status === 401) reply.header('www-authenticate', 'Bearer');
  const { sendErrorPage, pageHeaders } = request.server;
  // The headers of the page replace those of a download or a picture, which forbid everything that a page needs.
  if (sendErrorPage && isNavigation(request)) return sendErrorPage(request, reply.headers(pageHeaders), thrownProblem);
  return reply
    .code(thrownProblem.status)
    .type('application/json; charset=utf-8')
    .send(toProblemBody(thrownProblem, request.id));
}

/** Returns whether a browser opens a page, or submits a form to one, so that a person would read the answer. */
const isNavigation = (request: FastifyRequest): boolean =>
  acceptsHtml(request) && (!isApiPath(request.url) || request.routeOptions.config.isPage === true);

/**
 * Returns whether the Accept header contains `text/html`, as it does when a browser opens a page. Other programs accept any type, or JSON.
 */
export const acceptsHtml = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false;

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

/**
 * Creates the problem for a body that is too large. The message in the catalogue names the default limit, but some calls have a higher
 * limit.
 */
const createTooLargeProblem = (bodyLimit: number | undefined, cause: Error): Problem =>
  bodyLimit === undefined || bodyLimit === limits.body.bytes
    ? problem('TOO_LARGE', { cause })
    : new Problem('TOO_LARGE', phrases().tooLargeFor(bodyLimit / 1024 ** 2), { cause });

type RefusedConnection = {
  log: FastifyBaseLogger;
  error: Error & { code?: string };
  socket: Socket;
  headers: Record<string, string>;
};

/**
 * Refuses input that is not HTTP, that arrives too slowly, or that is too long. Only the reason is logged, because no request was parsed.
 */
function refuseConnection({ log, error, socket, headers }: RefusedConnection): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, reason } = statusByErrorCode[error.code ?? ''] ?? { status: 400, reason: 'Bad Request' };
  log.debug({ code: error.code, status }, 'the connection was refused before a request was read');
  const headerEntries = Object.entries({ ...headers, connection: 'close', 'content-length': 0 });
  const headLines = [`HTTP/1.1 ${status} ${reason}`, ...headerEntries.map(([name, value]) => `${name}: ${value}`)];
  socket.end(`${headLines.join('\r\n')}\r\n\r\n`, () => socket.destroy());
}

const statusByErrorCode: Readonly<Record<string, { status: number; reason: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, reason: 'Request Timeout' },
  HPE_HEADER_OVERFLOW: { status: 431, reason: 'Request Header Fields Too Large' },
};

const apiPathPattern = new RegExp(`^${apiBase}(?:[/?]|$)`);

/** Returns whether a URL belongs to the API, where a fault is answered with a problem and not with a page. */
export const isApiPath = (url: string): boolean => apiPathPattern.test(url);

/**
 * A process drains before it stops: `/health/ready` returns 503, and each response closes its connection, while new connections are still
 * accepted. While a process drains, a proxy has time to direct new requests to other processes, so that no request arrives on a closing
 * connection.
 */
export type Drain = { begin(): void; hasBegun(): boolean };

export function createDrain(): Drain {
  let hasBegun = false;
  return {
    begin: () => {
      hasBegun = true;
    },
    hasBegun: () => hasBegun,
  };
}
