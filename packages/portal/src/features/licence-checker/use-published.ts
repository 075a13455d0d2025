import { useEffect, useState } from 'react';
import { checkText, type LicenceCheck } from './check-text.ts';
import { loadPublishedKeys, loadPublishedNames, loadRevocationList } from './published.queries.ts';
import { readPublishedNames, type PublishedKey, type PublishedNames } from './published.ts';

/** What the portal publishes about licences. The keys are needed for every check; without names, the report shows numbers. */
type Published = { keys: readonly PublishedKey[]; names: PublishedNames };
type PublishedState = { status: 'loading' } | { status: 'failed' } | ({ status: 'ready' } & Published);

/** Loads the public keys of the portal, and the names of its tools and brands, when the page opens. */
export function usePublished(): { state: PublishedState; retry: () => void } {
  const [state, setState] = useState<PublishedState>({ status: 'loading' });
  useEffect(() => {
    const abortController = new AbortController();
    void loadPublished(abortController.signal, setState);
    return () => abortController.abort();
  }, []);
  return {
    state,
    retry() {
      setState({ status: 'loading' });
      void loadPublished(new AbortController().signal, setState);
    },
  };
}

async function loadPublished(signal: AbortSignal, settle: (state: PublishedState) => void): Promise<void> {
  try {
    const [keys, names] = await Promise.all([
      loadPublishedKeys(signal),
      loadPublishedNames(signal).catch(() => readPublishedNames(null)),
    ]);
    settle({ status: 'ready', keys, names });
  } catch {
    if (!signal.aborted) settle({ status: 'failed' });
  }
}

/** The text to check. A new object starts a new check, even if the text is the same. */
export type TextToCheck = { text: string };

const revocations = { loadList: loadRevocationList, isSaved: false };

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
      const checkResult = await checkText(checkedText.text, { keys, revocations }, Date.now());
      if (!abortController.signal.aborted) setCheck(checkResult);
    };
    void runCheck();
    return () => abortController.abort();
  }, [checkedText, keys]);
  return check;
}
