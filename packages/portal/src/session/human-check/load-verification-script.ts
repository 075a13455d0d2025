import { humanSites } from '@basics/contract/human-sites.ts';
import type { HumanSite } from '@basics/contract/human-sites.ts';

/** The function that all three services offer (explicit rendering). */
type Site = {
  render: (
    place: HTMLElement,
    options: { sitekey: string; callback: (answer: string) => void; 'error-callback': () => void },
  ) => unknown;
  ready?: (callback: () => void) => void;
};

/** Loads the script of a service, once; rejects when it cannot be loaded. Only for the service that the operator has chosen. */
export async function loadSite(kind: HumanSite): Promise<Site> {
  const { script, name } = humanSites[kind];
  if (findSite(name) === null) await loadScript(script);
  const site = findSite(name);
  if (site === null) throw new Error(`${name} did not come with its script.`);
  await new Promise<void>((resolve) => (site.ready ? site.ready(resolve) : resolve()));
  return site;
}

function findSite(name: string): Site | null {
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
