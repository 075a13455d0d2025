import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import type { Toasts } from './toast-store.ts';
import { lazyPart, OptionalPart } from '#portal/loading/lazy-part.tsx';

export const ToastsContext = createContext<Toasts | null>(null);

/** `done('Licence sent')` or `problem('Text copy error')`. */
export function useToasts(): Toasts {
  const toasts = use(ToastsContext);
  if (toasts === null) throw new Error('There is no ToastsContext above this component.');
  return toasts;
}

const loadRegion = async () => (await import('./toast-region.tsx')).ToastRegion;
const ToastRegion = lazyPart(loadRegion);

/** Fetches what shows toasts before the first one comes: the connection may be lost by then. */
export const preloadToasts = (): Promise<unknown> => loadRegion();

/** Where toasts appear, once there is one. Where they cannot be drawn, their text is shown plainly. */
export function ToastOutlet() {
  const toasts = useToasts();
  const shown = useSyncExternalStore(toasts.subscribe, toasts.shown);
  useEffect(() => settleOnLeave(toasts), [toasts]);
  if (shown.length === 0) return null;
  return (
    <OptionalPart failed={<p role="alert">{shown.map(({ text }) => text).join(' ')}</p>}>
      <ToastRegion toasts={toasts} shown={shown} />
    </OptionalPart>
  );
}

/** Closing the page decides: what could still be undone is done at once. */
function settleOnLeave(toasts: Toasts): () => void {
  const settle = (): void => void toasts.settle();
  window.addEventListener('pagehide', settle);
  return () => window.removeEventListener('pagehide', settle);
}
