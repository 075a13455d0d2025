import { useEffect, useState } from 'react';
import { loadPublishedKeys } from './published-keys.queries.ts';
import type { PublishedKey } from './published-key.ts';

type KeysState = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; keys: readonly PublishedKey[] };

/** Loads the public keys of the portal when the page opens. */
export function usePublishedKeys(): { state: KeysState; retry: () => void } {
  const [state, setState] = useState<KeysState>({ status: 'loading' });
  useEffect(() => {
    const abortController = new AbortController();
    void loadKeys(abortController.signal, setState);
    return () => abortController.abort();
  }, []);
  return {
    state,
    retry() {
      setState({ status: 'loading' });
      void loadKeys(new AbortController().signal, setState);
    },
  };
}

async function loadKeys(signal: AbortSignal, settle: (keys: KeysState) => void): Promise<void> {
  try {
    settle({ status: 'ready', keys: await loadPublishedKeys(signal) });
  } catch {
    if (!signal.aborted) settle({ status: 'failed' });
  }
}
