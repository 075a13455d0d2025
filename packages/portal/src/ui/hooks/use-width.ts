import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { interfaceTimings } from '@basics/contract/calls/limits.ts';

/** Returns the width of an element in CSS pixels, 0 before its first layout. While the element is resized, the width is read at most every 100 ms. */
export function useWidth<MeasuredElement extends Element>(): [ref: RefObject<MeasuredElement | null>, width: number] {
  const ref = useRef<MeasuredElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readWidth = (): void => {
      timer = undefined;
      setWidth(Math.round(element.getBoundingClientRect().width));
    };
    readWidth();
    const observer = new ResizeObserver(() => {
      timer ??= setTimeout(readWidth, interfaceTimings.resizeThrottleMs);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
  return [ref, width];
}

/**
 * Returns whether the window has space for the sidebar, as the style sheets decide (768 px). While the build renders pages, the result is
 * false.
 */
export const useWideWindow = (): boolean => useSyncExternalStore(subscribeToWideWindow, isWide, () => false);

/** Returns whether the filters of a list are a sheet, and not a bar above the list, as the style sheet decides (992 px). */
export const useHasFilterSheet = (): boolean =>
  useSyncExternalStore(subscribeToFilterSheet, hasFilterSheet, () => false);

const queryWideWindow = (): MediaQueryList => matchMedia('(min-width: 768px)');
/** Returns whether the window has space for the sidebar now. */
export const isWide = (): boolean => queryWideWindow().matches;

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
