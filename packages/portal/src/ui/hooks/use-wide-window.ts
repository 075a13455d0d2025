import { useSyncExternalStore } from 'react';

/**
 * Returns whether the window has space for the sidebar, as the style sheets decide (768 px). While the build renders pages, the result is
 * false.
 */
export const useWideWindow = (): boolean => useSyncExternalStore(subscribeToWideWindow, isWide, () => false);

/** Returns whether the filters of a list are a sheet, and not a bar above the list, as the style sheet decides (992 px). */
export const useHasFilterSheet = (): boolean =>
  useSyncExternalStore(subscribeToFilterSheet, hasFilterSheet, () => false);

const queryWideWindow = (): MediaQueryList => matchMedia('(min-width: 768px)');
const isWide = (): boolean => queryWideWindow().matches;

const queryFilterSheet = (): MediaQueryList => matchMedia('(max-width: 991.98px)');
const hasFilterSheet = (): boolean => queryFilterSheet().matches;
const subscribeToFilterSheet = (onChange: () => void): (() => void) => subscribeToQuery(queryFilterSheet(), onChange);

/** Calls `onChange` when the window becomes wide enough for the sidebar, or too narrow for it. Returns a function that unsubscribes. */
export const subscribeToWideWindow = (onChange: () => void): (() => void) =>
  subscribeToQuery(queryWideWindow(), onChange);

function subscribeToQuery(mediaQuery: MediaQueryList, onChange: () => void): () => void {
  mediaQuery.addEventListener('change', onChange);
  return () => mediaQuery.removeEventListener('change', onChange);
}
