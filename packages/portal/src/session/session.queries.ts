import type { Body } from '@basics/contract/calls/endpoint.ts';
import { signingIn } from '@basics/contract/session/signing-in.ts';
import { currentUser, readCurrentUser, type CurrentUser } from '@basics/contract/session/current-user.ts';
import * as z from 'zod/mini';
import { computeRetryDelay, createPortalProblem, mayRetry } from '#portal/api/api-problem.ts';
import { call } from '#portal/api/call.ts';

export type Credentials = Body<typeof signingIn.signIn>;

export const requestToken = async (credentials: Credentials): Promise<string> =>
  (await call(signingIn.signIn, { body: credentials })).token;

export const requestTokenByPasskey = async (passkey: Body<typeof signingIn.signInByPasskey>): Promise<string> =>
  (await call(signingIn.signInByPasskey, { body: passkey })).token;

/** Starts a sign-in with a work account, which shows the page `path` at its end. Returns the address of the identity provider. */
export const startWorkSignIn = async (path: string): Promise<string> =>
  (await call(signingIn.startWorkSignIn, { body: { path } })).url;

export const fetchPasskeyOptions = () => call(signingIn.passkeyOptions);

/**
 * Loads the user of a token. Throws an ApiProblem, also if the answer is not a user: the portal cannot work with half a profile, so it fails
 * here and not in a component.
 */
export async function loadProfile(token: string): Promise<CurrentUser> {
  const user = await call(readCurrentUser, { token, earlyResponse: takeEarlyResponse(token) });
  if (!userShape.safeParse(user).success) throw createPortalProblem('UNREADABLE', 200);
  return user;
}

/** The fields of a user that the portal reads. A newer server may send more fields, permissions and steps. */
const userShape = z.object({
  ...currentUser.shape,
  permissions: z.array(z.string()),
  mustAct: z.optional(z.string()),
  absence: z.optional(z.object({ name: z.string(), until: z.string() })),
  deputyFor: z.optional(z.array(z.object({ userId: z.int(), name: z.string(), until: z.string() }))),
});

/** Loads the user of a token, and retries a temporary problem at most twice. */
export async function loadProfileWithRetries(token: string, failureCount = 0): Promise<CurrentUser> {
  try {
    return await loadProfile(token);
  } catch (error) {
    if (!mayRetry(failureCount, error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, computeRetryDelay(failureCount, error)));
    return loadProfileWithRetries(token, failureCount + 1);
  }
}

export const extendSession = async (): Promise<string> => (await call(signingIn.extend)).token;

/** How long signing out waits for the server, in milliseconds. */
const signOutTimeoutMs = 5000;

export const endSession = (token: string): Promise<undefined> =>
  call(signingIn.signOut, { token, signal: AbortSignal.timeout(signOutTimeoutMs) });

/** The request for the user that `/early.js` sends while the scripts of the portal are loading. */
type EarlyUser = { token: string; response: Promise<Response> };

/** Returns the response for the user of the given token that was requested early; undefined if there is none, or if it was used already. */
function takeEarlyResponse(token: string): Promise<Response> | undefined {
  // A property of `window` that only `/early.js` sets.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const page = window as Window & { earlyUser?: EarlyUser };
  const { earlyUser } = page;
  delete page.earlyUser;
  return earlyUser?.token === token ? earlyUser.response : undefined;
}
