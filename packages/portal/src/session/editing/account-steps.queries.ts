import { users } from '@basics/contract/users/users.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';

/** The query of the history of a request or a user; each version of the record is loaded again. */
export const createStepsQuery = (userId: number, version: number) =>
  queryOptions({
    queryKey: ['accountSteps', userId, version],
    queryFn: ({ signal }) => call(users.history, { params: { id: userId }, signal }),
  });
