import { useEffect, useRef } from 'react';

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
