import type { Body } from '@basics/contract/calls/endpoint.ts';
import { registration, type registerForm } from '@basics/contract/registration/registration.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { call } from '#portal/api/call.ts';

/** The values of the form. */
export type Registration = z.infer<typeof registerForm>;

/** Loads all countries; the list does not change while a page is open. */
export const countryList = queryOptions({
  queryKey: ['countries'],
  queryFn: ({ signal }) => call(registration.countries, { signal }),
  staleTime: Infinity,
});

/** Loads the tools that an applicant can request, with the brands of each tool. `userEmail` is empty until an e-mail address is entered. */
export const createToolsQuery = (userEmail: string) =>
  queryOptions({
    queryKey: ['configTool', userEmail],
    queryFn: ({ signal }) => call(registration.configTool, { query: { userEmail }, signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });

export const sendRegistration = (body: Body<typeof registration.register>) => call(registration.register, { body });

export const withdrawRequest = (token: string) => call(registration.withdraw, { body: { token } });
export const confirmAddress = (token: string) => call(registration.confirm, { body: { token } });
