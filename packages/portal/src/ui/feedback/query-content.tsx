import { QueryFailed } from './load-failed.tsx';
import type { FailingQuery } from './load-failed.tsx';
import type { Elements } from '#portal/ui/layout/elements.ts';

type QueryContentProps<Data> = {
  query: FailingQuery & { data: Data | undefined };
  failedTitle: string;
  /** Shown while the query has neither data nor an error. */
  loading: Elements;
  children: (data: Data) => Elements;
};

/**
 * Shows the data of a query. If the query has no data, the component shows the error with a button to try again, or the placeholder while
 * the query is loading.
 */
export function QueryContent<Data>({ query, failedTitle, loading, children }: QueryContentProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  return query.error ? <QueryFailed query={query} title={failedTitle} /> : loading;
}
