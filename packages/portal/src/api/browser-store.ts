import { storageKeys } from '@basics/contract/calls/limits.ts';
import { pageCookies } from '@basics/contract/brands/portal-setup.ts';

/**
 * Returns the token with which an administrator sees the portal as another user, in this tab only; null if this tab
 * shows no other user.
 */
export const readViewToken = (): string | null => sessionStorage.getItem(storageKeys.viewToken);

export const storeViewToken = (token: string): void => sessionStorage.setItem(storageKeys.viewToken, token);

/**
 * Returns the token of this tab: the token of a view as another user, or the session token, which the specification
 * stores in local storage under the key `token`. Null when signed out.
 */
export const readToken = (): string | null => readViewToken() ?? localStorage.getItem(storageKeys.token);

/**
 * Stores the session token. The token of a view as another user is never stored here, because other tabs must not use
 * it.
 */
export function storeToken(token: string): void {
  if (token !== readViewToken()) localStorage.setItem(storageKeys.token, token);
  localStorage.removeItem(storageKeys.signedOut);
  markSignedIn();
}

/**
 * Records that the user signed out on purpose, until the next sign-in in this browser. Other tabs then remove what the user typed, which they
 * keep when a session ends for another reason.
 */
export const markSignedOut = (): void => localStorage.setItem(storageKeys.signedOut, '1');

export const isSignedOut = (): boolean => localStorage.getItem(storageKeys.signedOut) !== null;

/**
 * Removes the token that this tab uses. If the removed token was the token of a view as another user, the tab uses the
 * session token again.
 */
export function removeToken(): void {
  if (readViewToken() === null) localStorage.removeItem(storageKeys.token);
  else sessionStorage.removeItem(storageKeys.viewToken);
  markSignedIn();
}

/** Stores in a cookie whether there is a token, so that the server sends the right page to show before any script runs. */
export const markSignedIn = (): void => setPageCookie('signedIn', readToken() === null ? null : '1');

/** The maximum time in seconds that browsers keep a cookie (RFC 6265bis, 5.5). */
const maxAgeSeconds = 400 * 24 * 60 * 60;

/**
 * Sets a cookie that tells the server how to render the next page before any script runs. The value of the cookie is not secret and gives no
 * rights; null removes the cookie.
 */
export function setPageCookie(cookie: keyof typeof pageCookies, value: string | null): void {
  const ageSeconds = value === null ? 0 : maxAgeSeconds;
  const secureAttribute = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${pageCookies[cookie]}=${encodeURIComponent(value ?? '')}; Path=/; Max-Age=${ageSeconds}; SameSite=Lax${secureAttribute}`;
}
