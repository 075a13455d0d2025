import { useEffect, useState } from 'react';
import { checkText } from './check-text.ts';
import type { Check } from './check-text.ts';
import type { PublishedKey } from './published-key.ts';

/** The text to check; a new object starts a new check, even with the same text. */
export type CheckedText = { text: string };

/** Checks the latest text, once the keys are loaded. */
export function useCheck(asked: CheckedText | undefined, keys: readonly PublishedKey[]): Check | undefined {
  const [check, setCheck] = useState<Check>();
  useEffect(() => {
    if (!asked || keys.length === 0) return undefined;
    const stop = new AbortController();
    const answer = async (): Promise<void> => {
      const found = await checkText(asked.text, keys, Date.now());
      if (!stop.signal.aborted) setCheck(found);
    };
    void answer();
    return () => stop.abort();
  }, [asked, keys]);
  return check;
}
