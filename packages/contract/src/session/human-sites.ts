import type { HumanVerificationKind } from './session.ts';

/**
 * An external service that distinguishes people from programs. The portal can use such a service instead of its own
 * proof of work.
 */
export type HumanSite = Exclude<HumanVerificationKind, 'altcha' | 'off'>;

type ServiceSources = {
  /** The script of the service that the portal loads. The script defines the global variable `name`. */
  scriptUrl: string;
  name: string;
  /** The sources that the Content-Security-Policy of a page must allow for the service, by directive (CSP 3). */
  allowedSources: { 'script-src': readonly string[]; 'frame-src': readonly string[] } & Partial<
    Record<'style-src' | 'connect-src', readonly string[]>
  >;
};

const hcaptchaSources = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];

/**
 * The script and the allowed sources of each service for human verification. A page allows only the sources of the verification service
 * that the operator has chosen.
 */
export const humanSites = {
  turnstile: {
    scriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    name: 'turnstile',
    allowedSources: {
      'script-src': ['https://challenges.cloudflare.com'],
      'frame-src': ['https://challenges.cloudflare.com'],
    },
  },
  hcaptcha: {
    scriptUrl: 'https://js.hcaptcha.com/1/api.js?render=explicit',
    name: 'hcaptcha',
    allowedSources: {
      'script-src': hcaptchaSources,
      'frame-src': hcaptchaSources,
      'style-src': hcaptchaSources,
      'connect-src': hcaptchaSources,
    },
  },
  recaptcha: {
    scriptUrl: 'https://www.google.com/recaptcha/api.js?render=explicit',
    name: 'grecaptcha',
    allowedSources: {
      'script-src': ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
      'frame-src': ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
      'connect-src': ['https://www.google.com/recaptcha/'],
    },
  },
} as const satisfies Record<HumanSite, ServiceSources>;

/** Returns the external service of a kind of human verification, or null if this kind uses no external service. */
export const findHumanSite = (kind: HumanVerificationKind): HumanSite | null =>
  kind === 'altcha' || kind === 'off' ? null : kind;
