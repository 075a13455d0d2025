import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
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
