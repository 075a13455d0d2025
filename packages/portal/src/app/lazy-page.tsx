import { use } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { fetchPart } from '#portal/loading/fetch-part.ts';

type LazyPage = (() => ReactNode) & { preload: () => Promise<void> };

/**
 * A page whose script is loaded when its route is first opened. The router calls `preload` and keeps the previous page until the
 * script is loaded, also while the server is unreachable; it shows the error screen when the script cannot be loaded.
 */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
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
