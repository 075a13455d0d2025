import { pageCookies } from '@basics/contract/brands/portal-setup.ts';

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
