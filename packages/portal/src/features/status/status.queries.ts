import { status } from '@basics/contract/status/status.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';

/** Loads the state of the portal. The state is loaded again every 30 s. */
export const statusReport = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => call(status.get, { signal }),
  refetchInterval: 30_000,
});
