import { useEffect, useState } from 'react';
import { checkText } from './check-text.ts';
import type { LicenceCheck } from './check-text.ts';
import type { PublishedKey } from './published-key.ts';

/** The text to check. A new object starts a new check, even if the text is the same. */
export type TextToCheck = { text: string };

/** Checks the latest text as soon as the keys are loaded. */
export function useCheck(
  checkedText: TextToCheck | undefined,
  keys: readonly PublishedKey[],
): LicenceCheck | undefined {
  const [check, setCheck] = useState<LicenceCheck>();
  useEffect(() => {
    if (!checkedText || keys.length === 0) return undefined;
    const abortController = new AbortController();
    const runCheck = async (): Promise<void> => {
      const checkResult = await checkText(checkedText.text, keys, Date.now());
      if (!abortController.signal.aborted) setCheck(checkResult);
    };
    void runCheck();
    return () => abortController.abort();
  }, [checkedText, keys]);
  return check;
}
