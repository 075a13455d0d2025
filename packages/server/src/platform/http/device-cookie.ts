import { randomBytes } from 'node:crypto';
import { days } from '#server/platform/clock/clock.ts';

/**
 * The lifetime of the cookie that identifies a browser, in milliseconds: the longest that browsers allow (RFC 6265bis,
 * 5.5).
 */
export const deviceLifetimeMs = days(400);

const cookieName = 'basics-device';
const cookiePattern = new RegExp(`(?:^|; *)${cookieName}=([\\w-]{43})(?:;|$)`);

/** Creates a random id for a browser: 256 bits in base64url, too many to guess. */
export const createDeviceId = (): string => randomBytes(32).toString('base64url');

/**
 * Reads the random id of this browser, if a user has signed in with it before. The id gives no access. The id only lets rate limits count
 * the attempts of this browser separately.
 */
export function readDeviceId(cookies: string | undefined): string | null {
  return cookies === undefined ? null : (cookiePattern.exec(cookies)?.[1] ?? null);
}

/** Creates the Set-Cookie header with the id of a browser. The cookie is only sent to the sign-in calls, and scripts cannot read it. */
export const createDeviceCookie = (deviceId: string, secureUrl: boolean): string =>
  `${cookieName}=${deviceId}; Path=/core/api/auth; Max-Age=${deviceLifetimeMs / 1000}; HttpOnly; SameSite=Strict${secureUrl ? '; Secure' : ''}`;
