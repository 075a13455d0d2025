import type { Body } from '@basics/contract/calls/endpoint.ts';
import { session } from '@basics/contract/session/session.ts';
import { call } from '#portal/api/call.ts';
import { queryOptions } from '@tanstack/react-query';

export const requestPasswordLink = (body: Body<typeof session.forgotPassword>) =>
  call(session.forgotPassword, { body });

/** Checks whether an e-mailed link is valid, and returns its account. The link can still be used after the check. */
export const checkPasswordLink = (token: string, signal: AbortSignal) =>
  call(session.checkLink, { body: { token }, signal });

export const resetPassword = (body: Body<typeof session.resetPassword>) => call(session.resetPassword, { body });

export const setUpFirstAdministrator = async (body: Body<typeof session.setUp>): Promise<string> =>
  (await call(session.setUp, { body })).token;

/** Confirms a new login name with the token of its link, and returns the login name. */
export const confirmLogin = (token: string) => call(session.confirmLogin, { body: { token } });

/** Changes the password and returns the token of a new session. All other sessions end. */
export const changePassword = async (body: Body<typeof session.changePassword>): Promise<string> =>
  (await call(session.changePassword, { body })).token;

export const exchangeToken = (token: string) => call(session.exchange, { body: { token } });

export const ownSessions = queryOptions({
  queryKey: ['ownSessions'],
  queryFn: ({ signal }) => call(session.list, { signal }),
});

/** Ends a session of the user. The id `others` ends all sessions of the user except the current session. */
export const endOwnSession = (id: string) => call(session.end, { params: { id } });
