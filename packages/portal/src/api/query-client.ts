import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem, computeRetryDelay, mayRetry } from './api-problem.ts';

/**
 * Creates the query cache of one open page. Queries are retried at most twice, and only for temporary problems. Writes
 * are never retried. `onProblem` is called for failed writes whose problem is shown as a toast. A response with the
 * status 401 is never shown as a toast.
 */
export function createQueryClient(onProblem: (problem: ApiProblem) => void): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error) => {
        if (error instanceof ApiProblem && error.reaction.shown === 'toast') onProblem(error);
      },
    }),
    defaultOptions: {
      queries: { retry: mayRetry, retryDelay: computeRetryDelay, staleTime: 10_000, refetchOnWindowFocus: true },
      // A change without a connection fails at once with a message. By default, the change would wait without a
      // message, and would be sent when the connection returns.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
