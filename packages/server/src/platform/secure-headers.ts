import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * What the portal's pages may do, OWASP Secure Headers Project: nothing from elsewhere, no inline script or style, no framing, and
 * Trusted Types for every sink that could turn text into script. A session token in local storage makes this the first wall.
 */
const pagePolicy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'form-action': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ["'none'"],
};

/** What a browser may do with something that is no page when somebody opens it as one: nothing. */
export const noPagePolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox";

/** On every answer of the API, on top of those that all answers carry. */
export const apiHeaders = { 'cache-control': 'no-store', 'content-security-policy': noPagePolicy };

/** Complete in themselves, for answers that are given before there is a request to speak of. */
export const bareHeaders = {
  ...apiHeaders,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
};

export async function secureHeaders(http: FastifyInstance, { secureUrl }: { secureUrl: boolean }): Promise<void> {
  await http.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: pagePolicy },
    strictTransportSecurity: secureUrl ? { maxAge: 63_072_000, includeSubDomains: true, preload: false } : false,
    crossOriginEmbedderPolicy: true,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  http.addHook('onRequest', async (_, reply) => {
    reply.header(
      'permissions-policy',
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
    );
  });
}
