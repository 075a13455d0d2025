import { useEffect, useState } from 'react';
import { loadPublishedKeys } from './published-keys.queries.ts';
import type { PublishedKey } from './published-key.ts';

type Keys = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; keys: readonly PublishedKey[] };

/** Loads the public keys of the portal when the page opens; the page loads nothing else. */
export function usePublishedKeys(): { state: Keys; retry: () => void } {
  const [state, setState] = useState<Keys>({ status: 'loading' });
  useEffect(() => {
    const stop = new AbortController();
    void load(stop.signal, setState);
    return () => stop.abort();
  }, []);
  return {
    state,
    retry() {
      setState({ status: 'loading' });
      void load(new AbortController().signal, setState);
    },
  };
}

async function load(signal: AbortSignal, settle: (keys: Keys) => void): Promise<void> {
  try {
    settle({ status: 'ready', keys: await loadPublishedKeys(signal) });
  } catch {
    if (!signal.aborted) settle({ status: 'failed' });
  }
}
