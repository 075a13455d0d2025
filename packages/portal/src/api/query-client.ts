import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem, mayRepeat } from './api-problem.ts';

/**
 * Server state of one page. Reads are repeated at most twice, and only where the problem passes by itself; writes never.
 * `onProblem` hears of the failed writes whose problem passes as a toast; a 401 is never among them.
 */
export function createQueryClient(onProblem: (problem: ApiProblem) => void): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error) => {
        if (error instanceof ApiProblem && error.reaction.shown === 'toast') onProblem(error);
      },
    }),
    defaultOptions: {
      queries: { retry: mayRepeat, staleTime: 10_000, refetchOnWindowFocus: true },
      mutations: { retry: false },
    },
  });
}
