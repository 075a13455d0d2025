import { useEffect, useState } from 'react';
import { removeDraft, readDraft, writeDraft } from './draft-store.ts';
import { useDraftKey } from './use-draft-key.ts';

const field = 'text';

/**
 * The text of a field with a draft: it is restored after a reload, a crash or the end of the session. `name` distinguishes the fields of
 * a page. Call `forget` when the text was sent or cancelled.
 */
export function useTextDraft(name: string, initialText = '') {
  const key = useDraftKey(name);
  const [text, setText] = useState(() => readText(key) ?? initialText);

  function writeText(newText: string): void {
    setText(newText);
    storeText(key, newText, initialText);
  }

  return { text, write: writeText, forget: () => removeDraft(key) };
}

/**
 * The text of a field with a draft on a prerendered page. Such a page must first be rendered as it was prerendered, without a draft. The
 * stored text is restored right after, and passed to `onRestore`, which must be stable.
 */
export function usePrerenderedTextDraft(name: string, onRestore: (text: string) => void) {
  const key = useDraftKey(name);
  const [text, setText] = useState('');
  useEffect(() => {
    const storedText = readText(key);
    if (storedText === undefined) return;
    // The session storage exists only in the browser, after the first rendering.
    // oxlint-disable-next-line react/set-state-in-effect
    setText(storedText);
    onRestore(storedText);
  }, [key, onRestore]);

  function writeText(newText: string): void {
    setText(newText);
    storeText(key, newText, '');
  }

  return { text, write: writeText };
}

function readText(key: string): string | undefined {
  const storedText = readDraft(key)?.fields[field];
  return typeof storedText === 'string' ? storedText : undefined;
}

const storeText = (key: string, text: string, initialText: string): void =>
  writeDraft(key, text === initialText ? {} : { [field]: text }, new Date().toISOString());
