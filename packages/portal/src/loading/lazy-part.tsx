import { Suspense, use } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { fetchPart } from './fetch-part.ts';
import { waitForPart, whenPageShown } from './page-shown.ts';

export type LazyPart<Props extends object> = ((props: Props) => ReactNode) & { preload: () => Promise<void> };

type Options = {
  /** Whether the prerendered page contains the part. Such a page is not replaced before the part is loaded. */
  isInFirstView?: boolean;
  /** Whether the part is loaded after the data of the page, which then appear earlier. */
  isLate?: boolean;
};

/** React reads the status of this promise: when it is set, `use` returns at once and does not suspend the component. */
type LoadingPromise = Promise<void> & { status?: 'fulfilled' };

const partsInFirstView: (() => Promise<void>)[] = [];

/**
 * Creates a component whose script is loaded when it is first shown, or earlier by `preload`. A failure is thrown to the next error boundary,
 * and the next use tries again.
 */
export function createLazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isInFirstView = false, isLate = false }: Options = {},
): LazyPart<Props> {
  let Loaded: ComponentType<Props> | undefined;
  let loading: LoadingPromise | undefined;

  async function fetchOnce(): Promise<void> {
    try {
      if (isLate) await whenPageShown();
      Loaded = await fetchPart(load);
      if (loading) loading.status = 'fulfilled';
    } catch (error) {
      loading = undefined;
      throw error;
    }
  }

  function preload(): Promise<void> {
    if (loading) return loading;
    loading = fetchOnce();
    if (!isLate) waitForPart(loading);
    return loading;
  }

  function Part(props: Props) {
    use(preload());
    return Loaded && <Loaded {...props} />;
  }

  if (isInFirstView) partsInFirstView.push(preload);
  return Object.assign(Part, { preload });
}

/** Loads all parts that prerendered pages contain. It ignores failures, because the part itself shows them. */
export async function preloadFirstView(): Promise<void> {
  await Promise.allSettled(partsInFirstView.map((preload) => preload()));
}

/** Renders a part that the page does not need. While the part is loading, and if it fails, the rest of the page stays unchanged. */
export const OptionalPart = ({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }) => (
  <ErrorBoundary fallback={() => fallback}>
    <Suspense>{children}</Suspense>
  </ErrorBoundary>
);
