import { isIP } from 'node:net';

/** Splits a list at its commas, and leaves out empty parts. */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/** Whether a text is an absolute URL with one of the given protocols, such as `https:`, and a host. */
export function isUrl(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).hostname !== '';
}

/**
 * Whether a text is an absolute URL of a service, whose user and password, if it has any, are encoded. A password with a character like `/`
 * that is not encoded ends the host, so the rest of the password and the `@` after it become a part of the path, query or fragment.
 */
export function isServiceUrl(text: string, protocols: readonly string[]): boolean {
  if (!isUrl(text, protocols)) return false;
  const { pathname, search, hash } = new URL(text);
  return hash === '' && !(pathname + search).includes('@');
}

/** Whether an absolute URL has neither path, search, fragment nor user name. */
export const isOrigin = (text: string): boolean => {
  const { pathname, search, hash, username } = new URL(text);
  return /^\/*$/.test(pathname) && search + hash + username === '';
};

const localHosts: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '0.0.0.0', '::']);

/**
 * The address at which people open a portal that listens on this host: `localhost` for this machine, because browsers accept no passkeys for
 * an IP address (WebAuthn, 5.1.2).
 */
export const createAddress = (host: string, port: number): string =>
  `http://${localHosts.has(host) ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host}:${port}`;

/** Whether a text is an IP address, or a range of addresses that does not contain every address. */
export function isProxyRange(text: string): boolean {
  const [address = '', bits = '1', ...rest] = text.split('/');
  const longestPrefix = isIP(address) === 4 ? 32 : 128;
  return (
    isIP(address) > 0 &&
    rest.length === 0 &&
    /^\d{1,3}$/.test(bits) &&
    Number(bits) > 0 &&
    Number(bits) <= longestPrefix
  );
}
