import { onlineManager, QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { isUnavailable } from '#portal/api/api-problem.ts';
import { createQueryClient } from '#portal/api/query-client.ts';
import { connection } from '#portal/loading/connection.ts';
import { announcePageShown, listLoadingParts } from '#portal/loading/page-shown.ts';
import { useToasts } from '#portal/ui/toasts/toasts.tsx';

/**
 * The query cache of one user. The cache ends with the session, so that the next user never sees the data of the
 * previous user.
 */
export function QueryCacheProvider({ children }: { children: ReactNode }) {
  const toasts = useToasts();
  const [client] = useState(() => createQueryClient((problem) => toasts.problem(problem.message)));
  useEffect(() => reportLostCalls(client), [client]);
  useEffect(() => waitWhileLost(client), [client]);
  useEffect(() => void announceWhenLoaded(client), [client]);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Announces that the page shows its data: no query is running, no script of the page is loading, and the browser has painted the result. */
async function announceWhenLoaded(client: QueryClient): Promise<void> {
  do {
    await Promise.allSettled([waitForQueries(client), ...listLoadingParts()]);
    await waitForPaint();
  } while (client.isFetching() > 0 || listLoadingParts().length > 0);
  announcePageShown();
}

/** Resolves when no query is running. */
const waitForQueries = (client: QueryClient): Promise<void> =>
  new Promise((resolve) => {
    const unsubscribe = client.getQueryCache().subscribe(resolveIfIdle);
    function resolveIfIdle(): void {
      if (client.isFetching() > 0) return;
      unsubscribe();
      resolve();
    }
    resolveIfIdle();
  });

/** Resolves after the next paint: a timer that is set in an animation frame runs after that frame is painted. */
const waitForPaint = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** When a query fails because the server is not available, checks whether the server is ready. */
const reportLostCalls = (client: QueryClient): (() => void) =>
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && isUnavailable(query.state.error ?? query.state.fetchFailureReason))
      void connection.check();
  });

/** While the server is not ready, queries wait. When it is ready again, they continue, and failed queries are repeated. */
function waitWhileLost(client: QueryClient): () => void {
  const stopListening = connection.subscribe(() => {
    onlineManager.setOnline(navigator.onLine && !connection.isLost());
    if (!connection.isLost())
      void client.refetchQueries({ type: 'active', predicate: ({ state }) => isUnavailable(state.error) });
  });
  return () => {
    stopListening();
    onlineManager.setOnline(navigator.onLine);
  };
}
