import { firstSteps } from '@basics/contract/first-steps/first-steps.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';

/**
 * The key in local storage that hides the card with the first steps. The key is set when all steps are done or the
 * administrator hides the steps.
 */
const storageKey = 'firstSteps';

export const areStepsHidden = (): boolean => localStorage.getItem(storageKey) === 'hidden';

export const storeStepsHidden = (): void => localStorage.setItem(storageKey, 'hidden');

/** Loads which of the first steps are done. */
export const stepsQuery = queryOptions({
  queryKey: ['firstSteps'],
  queryFn: ({ signal }) => call(firstSteps.list, { signal }),
});
