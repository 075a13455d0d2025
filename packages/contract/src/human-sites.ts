import type { HumanVerificationKind } from './session.ts';

/** The services of others that can tell people from programs, in place of the portal's own proof of work. */
export type HumanSite = Exclude<HumanVerificationKind, 'altcha' | 'off'>;

type Sources = {
  /** Its script, as the portal loads it; it puts itself under `name` of the window. */
  script: string;
  name: string;
  /** What the service says that a page has to admit (CSP 3, by directive). */
  admits: { 'script-src': readonly string[]; 'frame-src': readonly string[] } & Partial<
    Record<'style-src' | 'connect-src', readonly string[]>
  >;
};

const hcaptcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];

/** Where each of them comes from; the page that is served admits exactly the one that the operator has chosen. */
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
} as const satisfies Record<HumanSite, Sources>;

/** The service of others that is meant, or null where the portal asks nobody. */
export const humanSiteOf = (kind: HumanVerificationKind): HumanSite | null =>
  kind === 'altcha' || kind === 'off' ? null : kind;
