import { useEffect, useRef } from 'react';

/**
 * Gives a function that runs another one at once, or, while a pointer is pressed, when it has been let go: words that come as one
 * leaves a field would otherwise move the button away from under the press that made one leave.
 */
export function useAfterPress(): (run: () => void) => void {
  const isPressed = useRef(false);

  useEffect(() => {
    const stop = new AbortController();
    const note = (pressed: boolean) => (): void => {
      isPressed.current = pressed;
    };
    const how = { capture: true, signal: stop.signal };
    document.addEventListener('pointerdown', note(true), how);
    document.addEventListener('pointerup', note(false), how);
    document.addEventListener('pointercancel', note(false), how);
    return () => stop.abort();
  }, []);

  return (run) => {
    if (!isPressed.current) return run();
    // The click comes right behind.
    const later = (): void => void setTimeout(run);
    document.addEventListener('pointerup', later, { once: true });
  };
}
