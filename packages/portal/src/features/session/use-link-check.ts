import type { Reply } from '@basics/contract/endpoint.ts';
import type { session } from '@basics/contract/session.ts';
import { useEffect, useState } from 'react';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import { checkLink } from './passwords.queries.ts';

type LinkState =
  | { step: 'checking' | 'ended' }
  | ({ step: 'good'; token: string } & Reply<typeof session.checkLink>)
  | { step: 'failed'; problem: ApiProblem };

/** Checks whether an e-mailed link is valid, before the user types anything. */
export function useLinkCheck(token: string | null): { link: LinkState; end: () => void; repeat: () => void } {
  const [round, setRound] = useState(0);
  const [found, setFound] = useState<{ round: number; link: LinkState } | null>(null);

  useEffect(() => {
    if (token === null) return undefined;
    const stop = new AbortController();
    const check = async (): Promise<void> => {
      const link = await checkOnce(token, stop.signal);
      if (!stop.signal.aborted) setFound({ round, link });
    };
    void check();
    return () => stop.abort();
  }, [token, round]);

  const isKnown = found?.round === round;
  return {
    link: token === null ? { step: 'ended' } : isKnown ? found.link : { step: 'checking' },
    end: () => setFound({ round, link: { step: 'ended' } }),
    repeat: () => setRound(round + 1),
  };
}

async function checkOnce(token: string, signal: AbortSignal): Promise<LinkState> {
  try {
    return { step: 'good', token, ...(await checkLink(token, signal)) };
  } catch (error) {
    if (isProblem(error, 'LINK_NOT_VALID') || signal.aborted) return { step: 'ended' };
    if (error instanceof ApiProblem) return { step: 'failed', problem: error };
    throw error;
  }
}
