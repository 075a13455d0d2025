import type { Body } from '@basics/contract/endpoint.ts';
import { session } from '@basics/contract/session.ts';
import type { CurrentUser } from '@basics/contract/users.ts';
import { users } from '@basics/contract/users.ts';
import { mayRepeat } from '#portal/api/api-problem.ts';
import { call } from '#portal/api/call.ts';

export type Credentials = Body<typeof session.signIn>;

export const requestToken = async (credentials: Credentials): Promise<string> =>
  (await call(session.signIn, { body: credentials })).token;

export const requestTokenByPasskey = async (passkey: Body<typeof session.signInByPasskey>): Promise<string> =>
  (await call(session.signInByPasskey, { body: passkey })).token;

export const fetchPasskeyOptions = () => call(session.passkeyOptions);

/** The user of a token; asked again where the problem passes by itself, because its failure ends the session. */
export async function loadProfile(token: string, failures = 0): Promise<CurrentUser> {
  try {
    return await call(users.current, { token });
  } catch (error) {
    if (!mayRepeat(failures, error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** failures));
    return loadProfile(token, failures + 1);
  }
}

export const extendSession = async (): Promise<string> => (await call(session.extend)).token;

/** Nobody waits longer than this many milliseconds for the server when he wants to leave. */
const signOutPatience = 5000;

export const endSession = (token: string): Promise<undefined> =>
  call(session.signOut, { token, signal: AbortSignal.timeout(signOutPatience) });
