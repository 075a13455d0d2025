import { firstSteps } from '@basics/contract/first-steps.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';

/** Loads which steps of the set-up are done. */
export const stepsQuery = queryOptions({
  queryKey: ['firstSteps'],
  queryFn: ({ signal }) => call(firstSteps.list, { signal }),
});
