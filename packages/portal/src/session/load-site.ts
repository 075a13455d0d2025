import type { SiteKind } from './human-check.ts';

/** The one call that all three services have in common (explicit rendering). */
type Site = {
  render: (
    place: HTMLElement,
    options: { sitekey: string; callback: (answer: string) => void; 'error-callback': () => void },
  ) => unknown;
  ready?: (callback: () => void) => void;
};

const sites = {
  turnstile: { script: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit', name: 'turnstile' },
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js?render=explicit', name: 'hcaptcha' },
  recaptcha: { script: 'https://www.google.com/recaptcha/api.js?render=explicit', name: 'grecaptcha' },
} as const satisfies Record<SiteKind, { script: string; name: string }>;

/** Fetches the script of a service, once; rejects when it cannot be had. Only where the operator has chosen that service. */
export async function loadSite(kind: SiteKind): Promise<Site> {
  const { script, name } = sites[kind];
  if (siteOf(name) === null) await loadScript(script);
  const site = siteOf(name);
  if (site === null) throw new Error(`${name} did not come with its script.`);
  await new Promise<void>((resolve) => (site.ready ? site.ready(resolve) : resolve()));
  return site;
}

function siteOf(name: string): Site | null {
  const site: unknown = Reflect.get(window, name);
  return isSite(site) ? site : null;
}

const isSite = (site: unknown): site is Site => typeof site === 'object' && site !== null && 'render' in site;

function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${address} cannot be loaded.`)));
    document.head.append(script);
  });
}
