import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import type { Toasts } from './toast-store.ts';
import { ToastRegion } from './toast-region.tsx';

export const ToastsContext = createContext<Toasts | null>(null);

/** Returns the toasts of the portal, for example to call `done('Licence sent')` or `problem('Text copy error')`. */
export function useToasts(): Toasts {
  const toasts = use(ToastsContext);
  if (toasts === null) throw new Error('There is no ToastsContext above this component.');
  return toasts;
}

/** Shows the toasts, if there are any. The region is not loaded late, because a toast may say that the connection is lost. */
export function ToastOutlet() {
  const toasts = useToasts();
  const shownToasts = useSyncExternalStore(toasts.subscribe, toasts.shown, toasts.shown);
  useEffect(() => settleOnLeave(toasts), [toasts]);
  return shownToasts.length === 0 ? null : <ToastRegion toasts={toasts} shownToasts={shownToasts} />;
}

/** When the page is closed, actions that could still be undone run at once. */
function settleOnLeave(toasts: Toasts): () => void {
  const settle = (): void => void toasts.settle();
  window.addEventListener('pagehide', settle);
  return () => window.removeEventListener('pagehide', settle);
}
