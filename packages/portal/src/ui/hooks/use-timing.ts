import { useEffect, useState, useRef } from 'react';

/** Returns the whole seconds until a time (milliseconds), updated every second; 0 when the time has passed or is null. */
export function useCountdown(until: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  const isOver = until === null || until <= now;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isOver]);
  return isOver ? 0 : Math.ceil((until - now) / 1000);
}

/** Formats seconds as minutes and seconds: `272` as `4:32`. */
export const formatMinutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Returns a value after it has not changed for `milliseconds`, so that there is no request for each typed character. */
export function useDebounced<Value>(value: Value, milliseconds = 200): Value {
  const [debouncedValue, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return debouncedValue;
}

/**
 * Returns a function that runs a callback at once, or, while a pointer is pressed, after the pointer is released. Without the delay, an
 * error text that appears when a field loses the focus would move the button that the user is pressing, so that the click would miss the
 * button.
 */
export function useAfterPress(): (run: () => void) => void {
  const isPressed = useRef(false);

  useEffect(() => {
    const stopController = new AbortController();
    const setPressed = (pressed: boolean) => (): void => {
      isPressed.current = pressed;
    };
    const options = { capture: true, signal: stopController.signal };
    document.addEventListener('pointerdown', setPressed(true), options);
    document.addEventListener('pointerup', setPressed(false), options);
    document.addEventListener('pointercancel', setPressed(false), options);
    return () => stopController.abort();
  }, []);

  return (run) => {
    if (!isPressed.current) return run();
    // The click event follows directly after `pointerup`, so the callback runs in a timeout, after the click.
    const runAfterClick = (): void => void setTimeout(run);
    document.addEventListener('pointerup', runAfterClick, { once: true });
  };
}
