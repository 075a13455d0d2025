import { storageKeys } from '@basics/contract/limits.ts';
import { setPageCookie } from './page-cookies.ts';

/** Reads the session token, which the specification stores in local storage under the key `token`; null when signed out. */
export const readToken = (): string | null => localStorage.getItem(storageKeys.token);

export function storeToken(token: string): void {
  localStorage.setItem(storageKeys.token, token);
  markSignedIn();
}

export function removeToken(): void {
  localStorage.removeItem(storageKeys.token);
  markSignedIn();
}

/** Stores in a cookie whether there is a token, so that the server sends the right first view. */
export const markSignedIn = (): void => setPageCookie('signedIn', readToken() === null ? null : '1');
