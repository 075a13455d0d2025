import { storageKeys } from '@basics/contract/limits.ts';
import { setPageCookie } from './page-cookies.ts';

/** The token with which an administrator sees the portal as another user, in this tab only; null outside of such a view. */
export const readViewToken = (): string | null => sessionStorage.getItem(storageKeys.viewToken);

export const storeViewToken = (token: string): void => sessionStorage.setItem(storageKeys.viewToken, token);

/**
 * The token of this tab: the token of a view as another user, or the session token, which the specification stores in local storage under the
 * key `token`. Null when signed out.
 */
export const readToken = (): string | null => readViewToken() ?? localStorage.getItem(storageKeys.token);

/** Stores the session token. The token of a view is never stored here, because other tabs must not use it. */
export function storeToken(token: string): void {
  if (token !== readViewToken()) localStorage.setItem(storageKeys.token, token);
  markSignedIn();
}

/** Removes the token of this tab. After a view, this tab uses the session token again. */
export function removeToken(): void {
  if (readViewToken() === null) localStorage.removeItem(storageKeys.token);
  else sessionStorage.removeItem(storageKeys.viewToken);
  markSignedIn();
}

/** Stores in a cookie whether there is a token, so that the server sends the right page to show before any script runs. */
export const markSignedIn = (): void => setPageCookie('signedIn', readToken() === null ? null : '1');
