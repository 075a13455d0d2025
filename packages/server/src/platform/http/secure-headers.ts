import { humanSites } from '@basics/contract/human-sites.ts';
import type { HumanSite } from '@basics/contract/human-sites.ts';

/**
 * The content security policy of the portal's pages (OWASP Secure Headers Project). It forbids everything external, framing, and all inline
 * scripts and styles except those of the portal itself, which pages.ts adds by their hashes. The policy is the first defence of the session
 * token, which is in local storage.
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
 * Requires Trusted Types for every DOM function that could run text as a script. The only permitted policy is for the address of the
 * service worker.
 */
const trustedTypes = { 'require-trusted-types-for': ["'script'"], 'trusted-types': ['service-worker'] };

/**
 * Creates the policy of pages with the origins of the configured human verification service, if there is one. The script of such a service
 * does not support Trusted Types, so they are not required then. Scripts are still limited to named origins.
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

/** The policy of files that are not pages, in case they are opened as one: nothing is allowed. */
export const noPagePolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox";

/** The headers of every answer of the API, in addition to those of all answers. */
export const apiHeaders = { 'cache-control': 'no-store', 'content-security-policy': noPagePolicy };

/** The lifetime of HSTS in seconds: two years. The preload lists of browsers require at least one year. */
const hstsSeconds = 63_072_000;

const createCommonHeaders = (secureUrl: boolean) => ({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  ...(secureUrl && { 'strict-transport-security': `max-age=${hstsSeconds}; includeSubDomains` }),
});

/** The complete headers for responses that are sent before there is a request. */
export const createBareHeaders = (secureUrl: boolean) => ({ ...apiHeaders, ...createCommonHeaders(secureUrl) });

type HeaderSettings = { secureUrl: boolean; humanSite?: HumanSite | null };

/**
 * Creates the headers of every answer of a page or file: those of `helmet` 8, from which `createBareHeaders` has some. They are the same for all
 * answers, so they are written once and not for each request.
 */
export const createSecureHeaders = ({ secureUrl, humanSite = null }: HeaderSettings): Record<string, string> => ({
  'content-security-policy': Object.entries(createPolicy(humanSite))
    .map((directive) => directive.flat().join(' '))
    .join(';'),
  ...createCommonHeaders(secureUrl),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The frames of these services do not send the header that this policy would require.
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

/** Creates the permissions policy for a page of the portal, which replaces the policy for all answers. */
export const createPermissionsPolicy = (route: string | null): string =>
  `camera=(${route === cameraPage ? 'self' : ''}), ${deniedFeatures}`;
