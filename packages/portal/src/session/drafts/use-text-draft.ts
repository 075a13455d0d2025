import { useState } from 'react';
import { removeDraft, readDraft, writeDraft } from './draft-store.ts';
import { useDraftKey } from './use-draft.ts';

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
    writeDraft(key, newText === initialText ? {} : { [field]: newText }, new Date().toISOString());
  }

  return { text, write: writeText, forget: () => removeDraft(key) };
}

function readText(key: string): string | undefined {
  const storedText = readDraft(key)?.fields[field];
  return typeof storedText === 'string' ? storedText : undefined;
}
