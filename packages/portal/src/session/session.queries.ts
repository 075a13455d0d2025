import type { Body } from '@basics/contract/endpoint.ts';
import { signingIn } from '@basics/contract/signing-in.ts';
import { readCurrentUser } from '@basics/contract/current-user.ts';
import type { CurrentUser } from '@basics/contract/current-user.ts';
import { mayRetry } from '#portal/api/api-problem.ts';
import { call } from '#portal/api/call.ts';
import { takeEarlyResponse } from './early-user.ts';

export type Credentials = Body<typeof signingIn.signIn>;

export const requestToken = async (credentials: Credentials): Promise<string> =>
  (await call(signingIn.signIn, { body: credentials })).token;

export const requestTokenByPasskey = async (passkey: Body<typeof signingIn.signInByPasskey>): Promise<string> =>
  (await call(signingIn.signInByPasskey, { body: passkey })).token;

export const fetchPasskeyOptions = () => call(signingIn.passkeyOptions);

/** Loads the user of a token. Temporary problems are retried in this function, because a failure ends the session. */
export async function loadProfile(token: string, failures = 0): Promise<CurrentUser> {
  try {
    return await call(readCurrentUser, { token, earlyResponse: takeEarlyResponse(token) });
  } catch (error) {
    if (!mayRetry(failures, error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** failures));
    return loadProfile(token, failures + 1);
  }
}

export const extendSession = async (): Promise<string> => (await call(signingIn.extend)).token;

/** How long signing out waits for the server, in milliseconds. */
const signOutTimeoutMs = 5000;

export const endSession = (token: string): Promise<undefined> =>
  call(signingIn.signOut, { token, signal: AbortSignal.timeout(signOutTimeoutMs) });
