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
 * Whether a text is an absolute URL of a service. A user and a password in it must be encoded. A password with a character like `/`
 * that is not encoded ends the host, so the rest of the password and the `@` after it become a part of the path, query or fragment.
 */
export function isServiceUrl(text: string, protocols: readonly string[]): boolean {
  if (!isUrl(text, protocols)) return false;
  const { pathname, search, hash } = new URL(text);
  return hash === '' && !(pathname + search).includes('@');
}

/** Whether an absolute URL contains neither a user nor a password. */
export const isWithoutUser = (text: string): boolean => {
  const { username, password } = new URL(text);
  return username + password === '';
};

/** Whether an absolute URL has neither path, search, fragment nor user name. */
export const isOrigin = (text: string): boolean => {
  const { pathname, search, hash, username } = new URL(text);
  return /^\/*$/.test(pathname) && search + hash + username === '';
};

/**
 * Whether a text is the issuer of an identity provider (OpenID Connect Discovery 1.0, 2): https, without a query and a fragment. Only a provider
 * on this machine may use http. The issuers of Microsoft that stand for all tenants are refused, because everybody can have an account there.
 */
export function isIssuer(text: string): boolean {
  if (!isUrl(text, ['https:', 'http:']) || !isWithoutUser(text) || /[?#\s]/.test(text)) return false;
  const { protocol, hostname, pathname } = new URL(text);
  if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return false;
  return !(hostname === 'login.microsoftonline.com' && /^\/(?:common|organizations|consumers)(?:\/|$)/i.test(pathname));
}

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

/**
 * Reads headers as OpenTelemetry writes them in a variable, `name=value,name=value` with encoded values (W3C Baggage, 3.2.1). Returns null
 * if the text is no such list.
 */
export function readHeaders(text: string): Readonly<Record<string, string>> | null {
  const headers = splitList(text).map((item) => {
    const [, name, encodedValue = ''] = /^([\w!#$%&'*+.^`|~-]+)\s*=\s*([\x21-\x7E]+)$/.exec(item) ?? [];
    const value = decodeText(encodedValue);
    return name !== undefined && value !== null && /^[\x20-\x7E]+$/.test(value) ? [name, value] : null;
  });
  return headers.includes(null) ? null : Object.fromEntries(headers.filter((header) => header !== null));
}

function decodeText(encodedText: string): string | null {
  try {
    return decodeURIComponent(encodedText);
  } catch {
    return null; // A `%` that begins no encoded character.
  }
}
