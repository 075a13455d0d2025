import { users } from '@basics/contract/users.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';

/** What became of a request or a user so far; anew for each version. */
export const stepsOf = (userId: number, version: number) =>
  queryOptions({
    queryKey: ['accountSteps', userId, version],
    queryFn: ({ signal }) => call(users.history, { params: { id: userId }, signal }),
  });
