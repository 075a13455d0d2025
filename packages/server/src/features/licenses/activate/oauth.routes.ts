import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { createOrigin, type Router } from '#server/platform/http/mount.ts';
import { openToOrigin } from '#server/platform/http/methods-and-origins.ts';
import { problem, Problem } from '#server/platform/problem.ts';
import { pollActivation, startActivation } from './activation.ts';

const paths = { device: '/oauth/device', token: '/oauth/token', metadata: '/.well-known/oauth-authorization-server' };
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const form = 'application/x-www-form-urlencoded';
/** A form has a verification code or a device code, and a few short fields. */
const formBytes = 4096;

/**
 * The calls of an activation in the form of RFC 8628, for clients that are made for it: forms instead of JSON, `error` instead of `code`, and
 * the description of both addresses (RFC 8414). Answers no cookie and no session. Refuses browsers, because a form on another site could otherwise
 * use up the attempts of the networks of its visitors.
 */
export function oauthRoutes({ http: server, parts }: Router): void {
  const { clock, ...rest } = parts;
  const createContext = (request: FastifyRequest) => ({
    ...rest,
    db: rest.database.kysely,
    at: clock(),
    origin: createOrigin(request),
  });
  server.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?');
    if (!request.is404 || ![paths.device, paths.token].includes(path)) return;
    await sendError(reply.header('allow', 'POST'), 405, problem('METHOD_NOT_ALLOWED'));
  });
  void server.register((http, _, done) => {
    http.addContentTypeParser(form, { parseAs: 'string', bodyLimit: formBytes }, (_request, body, parsed) =>
      parsed(null, new URLSearchParams(String(body))),
    );
    http.setErrorHandler(answerError);
    http.post(paths.device, { onRequest: refuseBrowsers }, async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      return startActivation(createContext(request), readField(request, 'verification_code'));
    });
    http.post(paths.token, { onRequest: refuseBrowsers }, async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      if (readField(request, 'grant_type') !== deviceGrant)
        return sendError(reply, 400, { code: 'UNSUPPORTED_GRANT_TYPE', message: `The grant type is ${deviceGrant}.` });
      const licence = await pollActivation(createContext(request), readField(request, 'device_code'));
      // Every answer of RFC 6749 has a token and its type. This one gives no access to anything.
      return { access_token: 'none', token_type: 'bearer', ...licence };
    });
    http.get(paths.metadata, (_request, reply) =>
      openToOrigin(reply, '*').header('cache-control', 'public, max-age=300').send(describeServer(rest.publicUrl)),
    );
    done();
  });
}

const describeServer = (publicUrl: string | URL) => ({
  issuer: new URL(publicUrl).origin,
  device_authorization_endpoint: new URL(paths.device, publicUrl).href,
  token_endpoint: new URL(paths.token, publicUrl).href,
  grant_types_supported: [deviceGrant],
  response_types_supported: [],
  token_endpoint_auth_methods_supported: ['none'],
});

/** Browsers send the origin of the page with each form (Fetch, 3.2), and clients for RFC 8628 do not. */
async function refuseBrowsers({ headers }: FastifyRequest): Promise<void> {
  if (headers.origin !== undefined) throw problem('MALFORMED');
}

/** Reads a field of a form. Throws MALFORMED for a body that is no form, for a repeated field (RFC 6749, 3.2), and if the field is missing. */
function readField({ body }: FastifyRequest, name: string): string {
  const fields = body instanceof URLSearchParams ? [...body.keys()] : [];
  const value = body instanceof URLSearchParams && new Set(fields).size === fields.length ? body.get(name) : null;
  if (!value) throw problem('MALFORMED');
  return value;
}

/** Answers with the errors of RFC 8628, 3.5, and RFC 6749, 5.2. Faults of the server are answered as everywhere. */
function answerError(error: FastifyError | Problem, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = (error instanceof Problem ? error.status : error.statusCode) ?? 500;
  if (status >= 500) throw error;
  const wait = error instanceof Problem ? error.retryAfterSeconds : undefined;
  if (wait !== undefined) void reply.header('retry-after', Math.ceil(wait));
  return sendError(reply, keptStatuses.has(status) ? status : 400, error);
}

const sendError = (reply: FastifyReply, status: number, { code, message }: { code: string; message: string }) =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ error: errors.has(code) ? code.toLowerCase() : 'invalid_request', error_description: message });

/** The statuses that say more than 400 about a request: a wrong method, too many bytes, another type, too many attempts. */
const keptStatuses: ReadonlySet<number> = new Set([405, 413, 415, 429]);
const errors: ReadonlySet<string> = new Set([
  'AUTHORIZATION_PENDING',
  'SLOW_DOWN',
  'EXPIRED_TOKEN',
  'ACCESS_DENIED',
  'UNSUPPORTED_GRANT_TYPE',
]);
