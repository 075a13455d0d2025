import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem, mayRetry } from './api-problem.ts';

/**
 * The query cache of one page. Queries are retried at most twice, and only for temporary problems; writes never.
 * `onProblem` is called for failed writes whose problem is shown as a toast; a 401 is never among them.
 */
export function createQueryClient(onProblem: (problem: ApiProblem) => void): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error) => {
        if (error instanceof ApiProblem && error.reaction.shown === 'toast') onProblem(error);
      },
    }),
    defaultOptions: {
      queries: { retry: mayRetry, staleTime: 10_000, refetchOnWindowFocus: true },
      // Without a connection a change fails at once and says so. By default it would wait without a message, and be sent later by itself.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
