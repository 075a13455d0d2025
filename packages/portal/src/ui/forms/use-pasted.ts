import { useEffectEvent, useLayoutEffect } from 'react';

/** Calls back for text that is pasted anywhere on the page except in a field, and for files that are pasted anywhere. */
export function usePasted(handlers: {
  onText: (pastedText: string) => void;
  onFiles: (files: readonly File[]) => void;
}): void {
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    const pastedText = event.clipboardData?.getData('text/plain') ?? '';
    if (files.length > 0) {
      event.preventDefault();
      handlers.onFiles(files);
    } else if (pastedText.trim() !== '' && !isField(event.target)) {
      event.preventDefault();
      handlers.onText(pastedText);
    }
  });
  // A text that is pasted as soon as the field for it is visible is read as well: an effect after the first paint would come too late.
  useLayoutEffect(() => {
    const controller = new AbortController();
    document.addEventListener('paste', (event) => handlePaste(event), { signal: controller.signal });
    return () => controller.abort();
  }, []);
}

/** Returns whether text that is pasted or dropped on this element goes into a field. */
export const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
