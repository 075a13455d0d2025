import { useEffect, useState } from 'react';
import { checkText } from './check-text.ts';
import type { Check } from './check-text.ts';
import type { PublishedKey } from './published-key.ts';

/** What somebody wants to know about; another object is another question, also about the same text. */
export type Asked = { text: string };

/** The check of the latest question, once there are keys to answer it with. */
export function useCheck(asked: Asked | undefined, keys: readonly PublishedKey[]): Check | undefined {
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
