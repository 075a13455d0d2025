import helmet from '@fastify/helmet';
import { humanSites } from '@basics/contract/human-sites.ts';
import type { HumanSite } from '@basics/contract/human-sites.ts';
import type { FastifyInstance } from 'fastify';

/**
 * The content security policy of the portal's pages (OWASP Secure Headers Project): nothing external, no framing, and no inline
 * script or style but those of the portal itself, which pages.ts adds by their hashes.
 * The session token is in local storage, so this is the first defence.
 */
const pagePolicy = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'worker-src': ["'self'"],
  'form-action': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** For every DOM sink that could run text as script. The one policy only admits the address of the portal's service worker. */
const trustedTypes = { 'require-trusted-types-for': ["'script'"], 'trusted-types': ['service-worker'] };

/**
 * The policy with only the origins of the configured human verification service. Its script writes plain text where Trusted Types are
 * required, so they cannot be required with it; scripts are still limited to named origins.
 */
function createPolicy(site: HumanSite | null): Record<string, string[]> {
  if (site === null) return { ...pagePolicy, ...trustedTypes };
  const admitted = Object.entries<readonly string[]>(humanSites[site].admits);
  const own: Record<string, string[]> = pagePolicy;
  return {
    ...own,
    ...Object.fromEntries(admitted.map(([name, sources]) => [name, [...(own[name] ?? []), ...sources]])),
  };
}

/** The policy of files that are not pages, in case they are opened as one: nothing is allowed. */
export const noPagePolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox";

/** On every answer of the API, in addition to those of all answers. */
export const apiHeaders = { 'cache-control': 'no-store', 'content-security-policy': noPagePolicy };

/** In seconds: two years. Preload lists of browsers require at least one. */
const hstsSeconds = 63_072_000;

/** The complete headers for responses that are sent before there is a request. */
export const createBareHeaders = (secureUrl: boolean) => ({
  ...apiHeaders,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  ...(secureUrl && { 'strict-transport-security': `max-age=${hstsSeconds}; includeSubDomains` }),
});

type HeaderSettings = { secureUrl: boolean; humanSite?: HumanSite | null };

export async function setSecureHeaders(
  http: FastifyInstance,
  { secureUrl, humanSite = null }: HeaderSettings,
): Promise<void> {
  await http.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: createPolicy(humanSite) },
    strictTransportSecurity: secureUrl ? { maxAge: hstsSeconds, includeSubDomains: true, preload: false } : false,
    // The frames of these services do not send the header that this policy would require.
    crossOriginEmbedderPolicy: humanSite === null,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
  http.addHook('onRequest', async (_, reply) => {
    reply.header('permissions-policy', `camera=(), ${deniedFeatures}`);
  });
}

const deniedFeatures = 'microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()';

/** The only page that may ask for the camera: it reads QR codes. */
const cameraPage = '/license/scan';

/** The policy for a page of the portal, instead of that for all answers. */
export const createPermissionsPolicy = (route: string | null): string =>
  `camera=(${route === cameraPage ? 'self' : ''}), ${deniedFeatures}`;
