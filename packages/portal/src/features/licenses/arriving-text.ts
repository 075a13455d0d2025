import { useEffect, useEffectEvent } from 'react';

/** More than any mail or file that a code comes in, in bytes. */
const largestFile = 100_000;

export type FileText = { ok: true; text: string } | { ok: false; reason: 'tooLarge' | 'unreadable' };

/** The text of a file; by its byte-order mark also in UTF-16, which is what a Windows shell writes. */
export async function textOfFile(file: File): Promise<FileText> {
  if (file.size > largestFile) return { ok: false, reason: 'tooLarge' };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { ok: true, text: new TextDecoder(encodingOf(bytes)).decode(bytes) };
  } catch {
    return { ok: false, reason: 'unreadable' }; // A folder, or a file that is gone.
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Hears of text pasted anywhere on the page but in a field, and of files pasted anywhere. */
export function usePasted(hear: { onText: (text: string) => void; onFile: (file: File) => void }): void {
  const take = useEffectEvent((event: ClipboardEvent) => {
    const [file] = event.clipboardData?.files ?? [];
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (file !== undefined) {
      event.preventDefault();
      hear.onFile(file);
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
