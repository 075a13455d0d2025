import { useEffect, useEffectEvent } from 'react';

/** Hears of text pasted anywhere on the page but in a field, and of files pasted anywhere. */
export function usePasted(hear: { onText: (text: string) => void; onFiles: (files: readonly File[]) => void }): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (files.length > 0) {
      event.preventDefault();
      hear.onFiles(files);
    } else if (text.trim() !== '' && !isField(event.target)) {
      event.preventDefault();
      hear.onText(text);
    }
  });
  useEffect(() => {
    const stop = new AbortController();
    document.addEventListener('paste', (event) => take(event), { signal: stop.signal });
    return () => stop.abort();
  }, []);
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
