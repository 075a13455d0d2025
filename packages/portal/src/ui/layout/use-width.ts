import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { interfaceTimings } from '@basics/contract/limits.ts';

/** An element's width in CSS pixels, 0 until it is laid out; while it is dragged wider it is read so often at most. */
export function useWidth<Shown extends Element>(): [ref: RefObject<Shown | null>, width: number] {
  const ref = useRef<Shown>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const read = (): void => {
      waiting = undefined;
      setWidth(Math.round(element.getBoundingClientRect().width));
    };
    read();
    const observer = new ResizeObserver(() => {
      waiting ??= setTimeout(read, interfaceTimings.resizeThrottleMs);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      clearTimeout(waiting);
    };
  }, []);
  return [ref, width];
}
