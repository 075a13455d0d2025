import { Suspense, use, Component, type ComponentType, type ReactNode } from 'react';
import { fetchPart } from './fetch-part.ts';
import { waitForPart, whenPageShown } from './page-shown.ts';
import type { Elements } from '#portal/ui/layout/layout.tsx';

export type LazyPart<Props extends object> = ((props: Props) => ReactNode) & { preload: () => Promise<void> };

type LazyPartOptions = {
  /** Whether the prerendered page contains the part. The portal replaces the prerendered page only after the part is loaded. */
  isInFirstView?: boolean;
  /** Whether the part is loaded only after the data of the page, so that the data appear earlier. */
  isLate?: boolean;
};

/** React reads the status of this promise: when it is set, `use` returns at once and does not suspend the component. */
type LoadingPromise = Promise<void> & { status?: 'fulfilled' };

const partsInFirstView: (() => Promise<void>)[] = [];

/**
 * Creates a component whose script is loaded when the component is first shown, or earlier by `preload`. If loading fails, the nearest
 * error boundary gets the error, and the next use of the component loads the script again.
 */
export function createLazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isInFirstView = false, isLate = false }: LazyPartOptions = {},
): LazyPart<Props> {
  let LoadedComponent: ComponentType<Props> | undefined;
  let loadingPromise: LoadingPromise | undefined;

  async function fetchOnce(): Promise<void> {
    try {
      if (isLate) await whenPageShown();
      LoadedComponent = await fetchPart(load);
      if (loadingPromise) loadingPromise.status = 'fulfilled';
    } catch (error) {
      loadingPromise = undefined;
      throw error;
    }
  }

  function preload(): Promise<void> {
    if (loadingPromise) return loadingPromise;
    loadingPromise = fetchOnce();
    if (!isLate) waitForPart(loadingPromise);
    return loadingPromise;
  }

  function Part(props: Props) {
    use(preload());
    return LoadedComponent && <LoadedComponent {...props} />;
  }

  if (isInFirstView) partsInFirstView.push(preload);
  return Object.assign(Part, { preload });
}

/** Loads all parts that prerendered pages contain. This function ignores errors, because each part shows its own error. */
export async function preloadFirstView(): Promise<void> {
  await Promise.allSettled(partsInFirstView.map((preload) => preload()));
}

type OptionalPartProps = {
  children: Elements;
  /** Shown if the part fails. */
  fallback?: Elements;
  /** Keeps the space of the part while it is loading. */
  placeholder?: Elements;
};

/** Renders a part without which the page can be used. While the part is loading, and if it fails, the rest of the page stays unchanged. */
export const OptionalPart = ({ children, fallback = null, placeholder = null }: OptionalPartProps) => (
  <ErrorBoundary fallback={() => fallback}>
    <Suspense fallback={placeholder}>{children}</Suspense>
  </ErrorBoundary>
);

type ErrorBoundaryProps = {
  children: Elements;
  /** Returns what is shown instead of the children, when one of the children has thrown an error. */
  fallback: (error: unknown) => Elements;
};

type CaughtError = { error: unknown } | null;

/** Limits an error in its children to this part of the page. React offers error boundaries to class components only. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failure: CaughtError }> {
  static getDerivedStateFromError(error: unknown): { failure: CaughtError } {
    return { failure: { error } };
  }

  override state: { failure: CaughtError } = { failure: null };

  override render(): Elements {
    const { failure } = this.state;
    return failure ? this.props.fallback(failure.error) : this.props.children;
  }
}
