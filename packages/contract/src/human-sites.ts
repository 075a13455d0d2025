import type { HumanVerificationKind } from './session.ts';

/** External services that distinguish people from programs, in place of the portal's own proof of work. */
export type HumanSite = Exclude<HumanVerificationKind, 'altcha' | 'off'>;

type ServiceSources = {
  /** The script that the portal loads; it defines the global variable `name`. */
  script: string;
  name: string;
  /** The sources that the Content-Security-Policy of a page must allow for the service, by directive (CSP 3). */
  admits: { 'script-src': readonly string[]; 'frame-src': readonly string[] } & Partial<
    Record<'style-src' | 'connect-src', readonly string[]>
  >;
};

const hcaptcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];

/** The sources of each service; a page allows only those of the service that the operator has chosen. */
export const humanSites = {
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
    name: 'turnstile',
    admits: {
      'script-src': ['https://challenges.cloudflare.com'],
      'frame-src': ['https://challenges.cloudflare.com'],
    },
  },
  hcaptcha: {
    script: 'https://js.hcaptcha.com/1/api.js?render=explicit',
    name: 'hcaptcha',
    admits: { 'script-src': hcaptcha, 'frame-src': hcaptcha, 'style-src': hcaptcha, 'connect-src': hcaptcha },
  },
  recaptcha: {
    script: 'https://www.google.com/recaptcha/api.js?render=explicit',
    name: 'grecaptcha',
    admits: {
      'script-src': ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
      'frame-src': ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
      'connect-src': ['https://www.google.com/recaptcha/'],
    },
  },
} as const satisfies Record<HumanSite, ServiceSources>;

/** Returns the chosen service, or null when the portal uses none. */
export const findHumanSite = (kind: HumanVerificationKind): HumanSite | null =>
  kind === 'altcha' || kind === 'off' ? null : kind;
