import type { Reply } from '@basics/contract/endpoint.ts';
import type { session } from '@basics/contract/session.ts';
import { useEffect, useState } from 'react';
import { ApiProblem, isProblem } from '#portal/api/api-problem.ts';
import { checkPasswordLink } from './passwords.queries.ts';

type LinkState =
  | { step: 'checking' | 'ended' | 'replaced' }
  | ({ step: 'good'; token: string } & Reply<typeof session.checkLink>)
  | { step: 'failed'; problem: ApiProblem };

/** Checks whether an e-mailed link is valid when the page opens, before the user types anything. */
export function useLinkCheck(token: string | null): { link: LinkState; markExpired: () => void; retry: () => void } {
  const [attemptNumber, setAttemptNumber] = useState(0);
  const [lastCheck, setLastCheck] = useState<{ attemptNumber: number; link: LinkState } | null>(null);

  useEffect(() => {
    if (token === null) return undefined;
    const abortController = new AbortController();
    const runCheck = async (): Promise<void> => {
      const link = await readLinkState(token, abortController.signal);
      if (!abortController.signal.aborted) setLastCheck({ attemptNumber, link });
    };
    void runCheck();
    return () => abortController.abort();
  }, [token, attemptNumber]);

  const isCurrent = lastCheck?.attemptNumber === attemptNumber;
  return {
    link: token === null ? { step: 'ended' } : isCurrent ? lastCheck.link : { step: 'checking' },
    markExpired: () => setLastCheck({ attemptNumber, link: { step: 'ended' } }),
    retry: () => setAttemptNumber(attemptNumber + 1),
  };
}

async function readLinkState(token: string, signal: AbortSignal): Promise<LinkState> {
  try {
    return { step: 'good', token, ...(await checkPasswordLink(token, signal)) };
  } catch (error) {
    if (isProblem(error, 'LINK_REPLACED')) return { step: 'replaced' };
    if (isProblem(error, 'LINK_NOT_VALID') || signal.aborted) return { step: 'ended' };
    if (error instanceof ApiProblem) return { step: 'failed', problem: error };
    throw error;
  }
}
