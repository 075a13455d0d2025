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
export const useWideWindow = (): boolean => useMediaQuery(wideWindow);

/** Returns whether the filters of a list are a sheet, and not a bar above the list, as the style sheet decides (992 px). */
export const useHasFilterSheet = (): boolean => useMediaQuery(filterSheet);

/** Returns whether the details of a record are a column beside its sections, as the style sheets decide (1200 px). */
export const useHasSideColumn = (): boolean => useMediaQuery(sideColumn);

/** Returns whether the window has space for the sidebar now. */
export const isWide = (): boolean => wideWindow.matches();

/** Calls `onChange` when the window becomes wide enough for the sidebar, or too narrow for it. Returns a function that unsubscribes. */
export const subscribeToWideWindow = (onChange: () => void): (() => void) => wideWindow.subscribe(onChange);

const wideWindow = createMediaQuery('(min-width: 768px)');
const filterSheet = createMediaQuery('(max-width: 991.98px)');
const sideColumn = createMediaQuery('(min-width: 1200px)');

type MediaQuery = { matches: () => boolean; subscribe: (onChange: () => void) => () => void };

const useMediaQuery = ({ matches, subscribe }: MediaQuery): boolean =>
  useSyncExternalStore(subscribe, matches, () => false);

function createMediaQuery(query: string): MediaQuery {
  return {
    matches: () => matchMedia(query).matches,
    subscribe: (onChange) => {
      const mediaQuery = matchMedia(query);
      mediaQuery.addEventListener('change', onChange);
      return () => mediaQuery.removeEventListener('change', onChange);
    },
  };
}
