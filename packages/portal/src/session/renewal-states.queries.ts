import { queryOptions } from '@tanstack/react-query';
import { renewals } from '@basics/contract/licenses/renewals.ts';
import { call } from '#portal/api/call.ts';

/**
 * Loads what became of the licences that expire in the weeks around today. The query key begins with the key of the lists of licences, so
 * that the numbers are loaded again together with these lists.
 */
export const renewalStatesQuery = queryOptions({
  queryKey: ['licenseAdmin', 'renewalStates'],
  queryFn: ({ signal }) => call(renewals.renewalStates, { signal }),
});
