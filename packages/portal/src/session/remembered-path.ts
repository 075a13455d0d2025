import { storageKeys } from '@basics/contract/limits.ts';

/**
 * The page that somebody wanted before he had to sign in: path, search and fragment of this portal, never another origin and
 * never the sign-in page. Null for everything else.
 */
export function safePath(candidate: string | null, origin: string): string | null {
  if (candidate === null || !isOwnPath(candidate) || !URL.canParse(candidate, origin)) return null;
  const url = new URL(candidate, origin);
  if (url.origin !== origin) return null;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return isOwnPath(path) && !isSignIn(url.pathname) ? path : null;
}

/** One slash, then neither slash nor backslash; and nothing in it that a URL parser would silently drop. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(path);

const isSignIn = (pathname: string): boolean => /^\/sign-in\/*$/i.test(decoded(pathname));

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname; // A stray percent sign: the path is taken as it stands.
  }
}

export function rememberPath(path: string): void {
  const safe = safePath(path, location.origin);
  if (safe !== null) sessionStorage.setItem(storageKeys.previousUrl, safe);
}

export const forgetPath = (): void => sessionStorage.removeItem(storageKeys.previousUrl);

/** Gives the remembered path once. */
export function takeRememberedPath(): string | null {
  const path = safePath(sessionStorage.getItem(storageKeys.previousUrl), location.origin);
  forgetPath();
  return path;
}
