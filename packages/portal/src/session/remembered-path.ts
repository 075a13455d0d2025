import { storageKeys } from '@basics/contract/calls/limits.ts';

/**
 * Returns path, query and fragment of a page that a user requested before the sign-in. Returns null for another origin (an open redirect,
 * CWE-601) and for the sign-in page.
 */
export function findSafePath(candidate: string | null, origin: string): string | null {
  if (candidate === null || !isOwnPath(candidate) || !URL.canParse(candidate, origin)) return null;
  const url = new URL(candidate, origin);
  if (url.origin !== origin) return null;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return isOwnPath(path) && !isSignInPath(url.pathname) ? path : null;
}

/** Returns whether a path begins with exactly one slash and contains no backslash and no control characters, which URL parsers remove. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path);

const isSignInPath = (pathname: string): boolean => /^\/sign-in\/*$/i.test(decodePath(pathname));

function decodePath(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname; // The path has an invalid percent escape, so it is used unchanged.
  }
}

export function rememberPath(path: string): void {
  const safePath = findSafePath(path, location.origin);
  if (safePath !== null) sessionStorage.setItem(storageKeys.previousUrl, safePath);
}

export const removeRememberedPath = (): void => sessionStorage.removeItem(storageKeys.previousUrl);

export const readRememberedPath = (): string | null =>
  findSafePath(sessionStorage.getItem(storageKeys.previousUrl), location.origin);

/** Returns the stored path and removes it from the storage. */
export function takeRememberedPath(): string | null {
  const path = readRememberedPath();
  removeRememberedPath();
  return path;
}
