import { useSyncExternalStore } from 'react';

/** Returns whether the window has space for the sidebar, as the style sheets decide (768 px). While the build renders pages, it has none. */
export const useWideWindow = (): boolean => useSyncExternalStore(subscribeToWideWindow, isWide, () => false);

const findWidth = (): MediaQueryList => matchMedia('(min-width: 768px)');
const isWide = (): boolean => findWidth().matches;

/** Calls `onChange` when the window gets or loses this space. Returns a function that ends this. */
export function subscribeToWideWindow(onChange: () => void): () => void {
  const width = findWidth();
  width.addEventListener('change', onChange);
  return () => width.removeEventListener('change', onChange);
}
