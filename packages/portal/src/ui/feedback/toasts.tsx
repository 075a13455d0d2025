import { createContext, lazy, Suspense, use, useSyncExternalStore } from 'react';
import type { Toasts } from './toast-store.ts';

export const ToastsContext = createContext<Toasts | null>(null);

/** `done('Licence sent')` or `problem('Text copy error')`. */
export function useToasts(): Toasts {
  const toasts = use(ToastsContext);
  if (toasts === null) throw new Error('There is no ToastsContext above this component.');
  return toasts;
}

const ToastRegion = lazy(async () => ({ default: (await import('./toast-region.tsx')).ToastRegion }));

/** Where toasts appear, once there is one. */
export function ToastOutlet() {
  const toasts = useToasts();
  const shown = useSyncExternalStore(toasts.subscribe, toasts.shown);
  if (shown.length === 0) return null;
  return (
    <Suspense>
      <ToastRegion toasts={toasts} shown={shown} />
    </Suspense>
  );
}
