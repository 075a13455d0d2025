import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiProblem, computeRetryDelay, mayRetry } from './api-problem.ts';

/** The `meta` of a write whose failure is shown as a toast. All other writes show their failure on the page or in a toast of their own. */
export const failureAsToast = { failure: 'toast' };

/**
 * Creates the query cache of one open page. Queries are retried at most twice, and only for temporary problems. Writes
 * are never retried. `onProblem` is called for failed writes whose problem is shown as a toast, because no part of the
 * page shows it: the writes with `meta: failureAsToast`. A response with the status 401 is never shown as a toast.
 */
export function createQueryClient(onProblem: (problem: ApiProblem) => void): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => {
        if (meta === failureAsToast && error instanceof ApiProblem && error.reaction.shown !== 'signOut')
          onProblem(error);
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
