import type { ReactNode } from 'react';
import { QueryFailed } from './load-failed.tsx';
import type { FailingQuery } from './load-failed.tsx';

type QueryContentProps<Data> = {
  query: FailingQuery & { data: Data | undefined };
  failedTitle: string;
  /** Shown while the query has neither data nor an error. */
  loading: ReactNode;
  children: (data: Data) => ReactNode;
};

/**
 * Shows the data of a query. If the query has no data, the component shows the error with a button to try again, or the placeholder while
 * the query is loading.
 */
export function QueryContent<Data>({ query, failedTitle, loading, children }: QueryContentProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return query.error ? <QueryFailed query={query} title={failedTitle} /> : loading;
}
