import { users } from '@basics/contract/users.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';

/** The history of a request or a user; loaded again for each version. */
export const createStepsQuery = (userId: number, version: number) =>
  queryOptions({
    queryKey: ['accountSteps', userId, version],
    queryFn: ({ signal }) => call(users.history, { params: { id: userId }, signal }),
  });
