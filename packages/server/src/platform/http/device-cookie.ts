import { randomBytes } from 'node:crypto';
import { days } from '#server/platform/clock.ts';

/** How long a browser is known after it was signed in at, in milliseconds: the longest that browsers keep a cookie (RFC 6265bis 5.5). */
export const deviceLifetimeMs = days(400);

const name = 'basics-device';

/** 256 random bits in base64url: too many to be guessed. */
export const newDevice = (): string => randomBytes(32).toString('base64url');

/** The random id of this browser, where it has signed in before; it opens nothing, it only says whose guesses are whose. */
export function deviceIn(cookies: string | undefined): string | null {
  return new RegExp(`(?:^|; *)${name}=([\\w-]{43})(?:;|$)`).exec(cookies ?? '')?.[1] ?? null;
}

/** The header that gives a browser its id: for the calls of sign-in alone, and never for a script. */
export const deviceCookie = (device: string, secureUrl: boolean): string =>
  `${name}=${device}; Path=/core/api/auth; Max-Age=${deviceLifetimeMs / 1000}; HttpOnly; SameSite=Strict${secureUrl ? '; Secure' : ''}`;
