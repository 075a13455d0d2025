import { session } from '@basics/contract/session/session.ts';
import { workAccountCallbackPath } from '@basics/contract/session/work-account.ts';
import * as z from 'zod/mini';
import { readProblemCode, readToken, type Portal } from '../portal.ts';

/** A sign-in at the address of the provider: `answer` sends an answer of the provider in the browser that started it. */
export type OpenSignIn = { url: URL; cookie: string };

/** Starts a sign-in with a work account; a text is the code of the problem. */
export async function openWorkSignIn(portal: Portal, path = '/users'): Promise<OpenSignIn | string> {
  const response = await portal.call(session.startWorkSignIn, { body: { path } });
  if (response.status !== 200) return String(readProblemCode(response.body));
  const cookie = String(response.headers['set-cookie']).split(';')[0] ?? '';
  return { url: new URL(session.startWorkSignIn.reply.parse(response.body).url), cookie };
}

/** The result of a sign-in: the token in the address, and the cookie with which the browser fetches it. */
export type SignInResult = { token: string; cookie: string };

/** Opens the callback of the portal in a browser with this cookie, and returns the result in its redirect; null if there is none. */
export async function answerSignIn(portal: Portal, query: string, cookie: string): Promise<SignInResult | null> {
  const url = `${workAccountCallbackPath}?${query}`;
  const { statusCode, headers } = await portal.http.inject({ method: 'GET', url, headers: { cookie } });
  const location = String(headers.location);
  if (statusCode !== 303 || !/^\/auth\/temp(?:#token=[\w-]{43})?$/.test(location))
    throw new Error(`the callback answered ${statusCode} ${location}`);
  const token = location.split('#token=')[1];
  if (token === undefined) return null;
  const setCookies = z.array(z.string()).parse(headers['set-cookie']);
  return { token, cookie: setCookies.map((line) => line.split(';')[0]).join('; ') };
}

/** Fetches the result of a sign-in: the token of a session, or the code of a problem. */
export async function fetchResult(
  portal: Portal,
  result: SignInResult | null,
): Promise<{ token: string } | { problem: string }> {
  if (result === null) return { problem: 'NO_TOKEN' };
  const { token, cookie } = result;
  const { status, body } = await portal.call(session.exchange, { body: { token }, headers: { cookie } });
  return status === 200 ? { token: readToken(body) } : { problem: String(readProblemCode(body)) };
}
