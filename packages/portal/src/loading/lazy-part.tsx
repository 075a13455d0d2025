import { lazy, Suspense } from 'react';
import type { ComponentType, LazyExoticComponent, ReactNode } from 'react';
import { ErrorBoundary } from './error-boundary.tsx';
import { fetchPart } from './fetch-part.ts';

/** A component whose script is fetched when it is first shown, also after the server was away for a while. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await fetchPart(load) }));

/** A part that the page can do without: while it is fetched, and when it fails, the rest stays as it is. */
export const OptionalPart = ({ children, failed = null }: { children: ReactNode; failed?: ReactNode }) => (
  <ErrorBoundary fallback={() => failed}>
    <Suspense>{children}</Suspense>
  </ErrorBoundary>
);
