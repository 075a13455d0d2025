import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { interfaceTimings } from '@basics/contract/limits.ts';

/** The width of an element in CSS pixels, 0 before its layout. While it is resized it is read at most once per interval (milliseconds). */
export function useWidth<Shown extends Element>(): [ref: RefObject<Shown | null>, width: number] {
  const ref = useRef<Shown>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = (): void => {
      timer = undefined;
      setWidth(Math.round(element.getBoundingClientRect().width));
    };
    read();
    const observer = new ResizeObserver(() => {
      timer ??= setTimeout(read, interfaceTimings.resizeThrottleMs);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
  return [ref, width];
}
