import type { Body } from '@basics/contract/calls/endpoint.ts';
import { users } from '@basics/contract/users/users.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#portal/api/call.ts';

/** The query of the history of a request or a user; each version of the record is loaded again. */
export const createStepsQuery = (userId: number, version: number) =>
  queryOptions({
    queryKey: ['accountSteps', userId, version],
    queryFn: ({ signal }) => call(users.history, { params: { id: userId }, signal }),
  });

/** Requests a new login. The reply is the same whether or not the address can be used. */
export const requestLoginChange = (userId: number, body: Body<typeof users.changeLogin>) =>
  call(users.changeLogin, { params: { id: userId }, body });

/** Fetches all data about a user as a JSON file. */
export const fetchPersonalData = (userId: number) => call(users.personalData, { params: { id: userId } });
