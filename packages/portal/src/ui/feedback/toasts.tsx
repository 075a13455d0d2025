import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import type { Toasts } from './toast-store.ts';
import { createLazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';

export const ToastsContext = createContext<Toasts | null>(null);

/** Returns the toasts of the portal, for example to call `done('Licence sent')` or `problem('Text copy error')`. */
export function useToasts(): Toasts {
  const toasts = use(ToastsContext);
  if (toasts === null) throw new Error('There is no ToastsContext above this component.');
  return toasts;
}

const loadRegion = async () => (await import('./toast-region.tsx')).ToastRegion;
const ToastRegion = createLazyPart(loadRegion);

/** Loads the toast region before the first toast is shown, because the connection may be lost by then. */
export const preloadToasts = (): Promise<unknown> => loadRegion();

/**
 * Shows the toast region once there is a toast. If the script of the region cannot be loaded, the texts of the toasts are shown without the
 * region.
 */
export function ToastOutlet() {
  const toasts = useToasts();
  const shownToasts = useSyncExternalStore(toasts.subscribe, toasts.shown, toasts.shown);
  useEffect(() => settleOnLeave(toasts), [toasts]);
  if (shownToasts.length === 0) return null;
  return (
    <OptionalPart fallback={<p role="alert">{shownToasts.map(({ text }) => text).join(' ')}</p>}>
      <ToastRegion toasts={toasts} shownToasts={shownToasts} />
    </OptionalPart>
  );
}

/** When the page is closed, actions that could still be undone run at once. */
function settleOnLeave(toasts: Toasts): () => void {
  const settle = (): void => void toasts.settle();
  window.addEventListener('pagehide', settle);
  return () => window.removeEventListener('pagehide', settle);
}
