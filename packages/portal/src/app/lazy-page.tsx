import { use } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { fetchPart } from '#portal/loading/fetch-part.ts';

type LazyPage = (() => ReactNode) & { preload: () => Promise<void> };

/**
 * A page whose script is fetched when its route is first entered. The router calls `preload` and keeps the page before it until the
 * script is there, also while the server is away; it shows the error screen when the script cannot be had.
 */
export function lazyPage(load: () => Promise<ComponentType | undefined>): LazyPage {
  let Loaded: ComponentType | undefined;
  let loading: Promise<void> | undefined;

  async function fetchPage(): Promise<void> {
    try {
      Loaded = await fetchPart(load);
    } catch (error) {
      loading = undefined; // The next visit tries again.
      throw error;
    }
  }

  function preload(): Promise<void> {
    loading ??= fetchPage();
    return loading;
  }

  function Page() {
    if (!Loaded) use(preload());
    return Loaded && <Loaded />;
  }

  return Object.assign(Page, { preload });
}
