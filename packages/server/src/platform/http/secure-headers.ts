import helmet from '@fastify/helmet';
import { humanSites } from '@basics/contract/human-sites.ts';
import type { HumanSite } from '@basics/contract/human-sites.ts';
import type { FastifyInstance } from 'fastify';

/**
 * What the portal's pages may do, OWASP Secure Headers Project: nothing from elsewhere, no inline script or style, no framing. A
 * session token in local storage makes this the first wall.
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
};

/** For every sink that could turn text into script. */
const trustedTypes = { 'require-trusted-types-for': ["'script'"], 'trusted-types': ["'none'"] };

/**
 * The policy with exactly the service of others in it that asks whether somebody is a person. Its script writes plain text where Trusted
 * Types would ask for more, so that they cannot be demanded beside it; what may run is still named by its address.
 */
function policyWith(site: HumanSite | null): Record<string, string[]> {
  if (site === null) return { ...pagePolicy, ...trustedTypes };
  const admitted = Object.entries<readonly string[]>(humanSites[site].admits);
  const own: Record<string, string[]> = pagePolicy;
  return {
    ...own,
    ...Object.fromEntries(admitted.map(([name, sources]) => [name, [...(own[name] ?? []), ...sources]])),
  };
}

/** What a browser may do with something that is no page when somebody opens it as one: nothing. */
export const noPagePolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox";

/** On every answer of the API, on top of those that all answers carry. */
export const apiHeaders = { 'cache-control': 'no-store', 'content-security-policy': noPagePolicy };

/** In seconds: two years, the least that preload lists of browsers ask for is one. */
const hstsSeconds = 63_072_000;

/** Complete in themselves, for answers that are given before there is a request to speak of. */
export const bareHeaders = (secureUrl: boolean) => ({
  ...apiHeaders,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  ...(secureUrl && { 'strict-transport-security': `max-age=${hstsSeconds}; includeSubDomains` }),
});

type HeaderSettings = { secureUrl: boolean; humanSite?: HumanSite | null };

export async function secureHeaders(
  http: FastifyInstance,
  { secureUrl, humanSite = null }: HeaderSettings,
): Promise<void> {
  await http.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policyWith(humanSite) },
    strictTransportSecurity: secureUrl ? { maxAge: hstsSeconds, includeSubDomains: true, preload: false } : false,
    // No frame of a service of others carries the header that this would ask of it.
    crossOriginEmbedderPolicy: humanSite === null,
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
