import { use } from 'react';
import type { ComponentType, ReactNode } from 'react';

type LazyPage = (() => ReactNode) & { preload: () => Promise<void> };

/**
 * A page whose script is fetched when its route is first entered; the router calls `preload` and shows the error screen when
 * it fails. A script that comes as nothing belongs to a page that is being reloaded: it is waited for without end.
 */
export function lazyPage(load: () => Promise<ComponentType | undefined>): LazyPage {
  let Loaded: ComponentType | undefined;
  let loading: Promise<void> | undefined;

  async function fetchPage(): Promise<void> {
    try {
      Loaded = await load();
    } catch (error) {
      loading = undefined; // The next visit tries again.
      throw error;
    }
    if (!Loaded) await new Promise<never>(() => {});
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
