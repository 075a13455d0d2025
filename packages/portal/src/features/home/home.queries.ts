import { queryOptions } from '@tanstack/react-query';
import { home } from '@basics/contract/home/home.ts';
import { call } from '#portal/api/call.ts';

/** Loads the numbers of open work for staff. */
export const staffFigures = queryOptions({
  queryKey: ['home', 'figures'],
  queryFn: ({ signal }) => call(home.figures, { signal }),
});
