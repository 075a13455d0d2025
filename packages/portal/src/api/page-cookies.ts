import { pageCookies } from '@basics/contract/portal-setup.ts';

/** In seconds: the longest that browsers keep a cookie (RFC 6265bis, 5.5). */
const longest = 400 * 24 * 60 * 60;

/**
 * Tells the server what the next page must look like before any script runs. The value is no secret and allows nothing; null removes it.
 */
export function setPageCookie(which: keyof typeof pageCookies, value: string | null): void {
  const age = value === null ? 0 : longest;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${pageCookies[which]}=${encodeURIComponent(value ?? '')}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}
