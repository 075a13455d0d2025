import { humanSites, type HumanSite } from '@basics/contract/session/human-sites.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';

/**
 * The content security policy of the portal's pages (OWASP Secure Headers Project). The policy forbids external sources, frames, and all
 * inline scripts and styles except those of the portal itself, whose hashes pages.ts adds to the policy. The policy is the first protection
 * of the session token, which is in local storage.
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

/**
 * Requires Trusted Types for every DOM function that could run text as a script. The only permitted Trusted Types policy, `service-worker`,
 * creates the address of the service worker.
 */
const trustedTypes = { 'require-trusted-types-for': ["'script'"], 'trusted-types': ['service-worker'] };

/**
 * Creates the policy of pages with the origins of the configured human verification service, if there is one. The scripts of these services
 * do not support Trusted Types, so a portal with such a service does not require Trusted Types. Scripts from origins that the policy does
 * not name are still forbidden.
 */
function createPolicy(site: HumanSite | null): Record<string, string[]> {
  if (site === null) return { ...pagePolicy, ...trustedTypes };
  const serviceSources = Object.entries<readonly string[]>(humanSites[site].allowedSources);
  const ownPolicy: Record<string, string[]> = pagePolicy;
  return {
    ...ownPolicy,
    ...Object.fromEntries(serviceSources.map(([name, sources]) => [name, [...(ownPolicy[name] ?? []), ...sources]])),
  };
}

/** The content security policy of responses that are not pages. If a browser opens such a response as a page, nothing is allowed. */
export const noPagePolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox";

/** The headers of every API response, in addition to the headers of all responses. */
export const apiHeaders = { 'cache-control': 'no-store', 'content-security-policy': noPagePolicy };

/** The lifetime of HSTS in seconds: two years. The preload lists of browsers require at least one year. */
const hstsSeconds = 63_072_000;

const createCommonHeaders = (secureUrl: boolean) => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  ...(secureUrl && { 'strict-transport-security': `max-age=${hstsSeconds}; includeSubDomains` }),
});

/** Creates the complete headers of a response that is sent although no request could be parsed. */
export const createBareHeaders = (secureUrl: boolean) => ({ ...apiHeaders, ...createCommonHeaders(secureUrl) });

type HeaderSettings = { secureUrl: boolean; humanSite?: HumanSite | null };

/**
 * Creates the headers of every page or file: the same headers as the library `helmet` 8 sends. The headers are the same for all requests,
 * so they are created once.
 */
export const createSecureHeaders = ({ secureUrl, humanSite = null }: HeaderSettings): Record<string, string> => ({
  'content-security-policy': Object.entries(createPolicy(humanSite))
    .map((directive) => directive.flat().join(' '))
    .join(';'),
  ...createCommonHeaders(secureUrl),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The frames of human verification services do not send the header that this policy would require.
  ...(humanSite === null && { 'cross-origin-embedder-policy': 'require-corp' }),
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  // Switches off the XSS filter of old browsers, which could be misused to block scripts of the page.
  'x-xss-protection': '0',
  'permissions-policy': `camera=(), ${deniedFeatures}`,
});

const deniedFeatures = 'microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()';

/** The only page that may use the camera, to read QR codes. */
const cameraPage = '/license/scan';

/** Creates the permissions policy of a page of the portal. The header replaces the `permissions-policy` of `createSecureHeaders`. */
export const createPermissionsPolicy = (route: string | null): string =>
  `camera=(${route === cameraPage ? 'self' : ''}), ${deniedFeatures}`;

/** Sends a text that clients cache, but revalidate before each use (RFC 9110, 13.1.2), so that a change is visible at the next request. */
export function sendWithRevalidation(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const entityTag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  reply.header('cache-control', 'no-cache').header('etag', entityTag);
  const isCached = (request.headers['if-none-match'] ?? '')
    .split(',')
    .some((cachedTag) => cachedTag.trim() === entityTag);
  return isCached ? reply.code(304).send() : reply.send(text);
}
