import { BlockList, isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { randomBytes, createHash, timingSafeEqual } from 'node:crypto';
import { days } from '#server/platform/clock/clock.ts';

/** The proxies whose headers `X-Forwarded-*` the portal uses, and what it knows about such headers from other addresses. */
export type ForwardedHeaders = {
  isTrusted: (address: string) => boolean;
  /** The first other address that sent such a header to this process; null if there was none. */
  ignoredFrom: () => string | null;
  /** Records an address that is not trusted, and returns whether it is the first of this process. */
  ignore: (address: string) => boolean;
};

/** `trustedProxies` are IP addresses or ranges, as `isProxyRange` accepts. */
export function createForwardedHeaders(trustedProxies: readonly string[]): ForwardedHeaders {
  let firstAddress: string | null = null;
  return {
    isTrusted: createNetworkList(trustedProxies),
    ignoredFrom: () => firstAddress,
    ignore(address) {
      const isFirst = firstAddress === null;
      firstAddress ??= address;
      return isFirst;
    },
  };
}

/** Returns a function that returns whether an IP address is in one of these networks: IP addresses or ranges, as `isProxyRange` accepts. */
export function createNetworkList(ranges: readonly string[]): (address: string) => boolean {
  const networks = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) networks.addAddress(address, family);
    else networks.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) > 0 && networks.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

const names = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host'] as const;

/**
 * Checks the headers `X-Forwarded-*` of each request before they are used. Of the header of a trusted proxy, only IP addresses remain,
 * because a proxy may pass on what a client wrote. From another address the headers have no effect; the first such request is logged,
 * because the address may be a proxy that the operator forgot, and then limits for sign-in attempts apply to all people together.
 */
export function checkForwardedHeaders(http: FastifyInstance, forwardedHeaders: ForwardedHeaders): void {
  http.addHook('onRequest', (request, _, done) => {
    const { headers, socket } = request.raw;
    const sentNames = names.filter((name) => headers[name] !== undefined);
    const address = socket.remoteAddress ?? '';
    if (sentNames.length > 0 && forwardedHeaders.isTrusted(address)) {
      const addresses = keepAddresses(String(headers['x-forwarded-for'] ?? ''));
      if (addresses === '') delete headers['x-forwarded-for'];
      else headers['x-forwarded-for'] = addresses;
    } else if (sentNames.length > 0 && forwardedHeaders.ignore(address))
      request.log.warn(
        { address },
        `requests carry ${sentNames.join(', ')} from an address that is not in TRUSTED_PROXIES`,
      );
    done();
  });
}

/**
 * Returns the IP addresses at the end of a header `X-Forwarded-For`. A text that is no address, and everything before it, is left out: only
 * a client can have written it. Some proxies add the port of the client, which is left out too.
 */
function keepAddresses(forwardedFor: string): string {
  const addresses = forwardedFor
    .split(',')
    .map((entry) => entry.trim())
    .map((entry) => /^\[([\da-f:.]+)\](?::\d+)?$/i.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry);
  return addresses.slice(addresses.findLastIndex((address) => isIP(address) === 0) + 1).join(', ');
}

/**
 * Returns the network that rate limits count as one caller: an IPv4 address, or the first half of an IPv6 address. All 2^64 addresses with
 * the same first half usually belong to one subscriber (RFC 6177).
 */
export const findNetwork = (address: string): string => findPrefix(address, 4);

/**
 * Returns the network of one site, such as a company: an IPv4 address, or the first 48 bits of an IPv6 address. One site may have 2^16
 * networks of 64 bits (RFC 6177).
 */
export const findSite = (address: string): string => findPrefix(address, 3);

/** Returns an IPv4 address unchanged, or the first `groups` groups (of 16 bits) of an IPv6 address. */
function findPrefix(address: string, groups: number): string {
  const [addressWithoutZone = ''] = address.split('%', 1);
  const embeddedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(addressWithoutZone)?.[1];
  if (embeddedIpv4 !== undefined) return embeddedIpv4;
  if (!addressWithoutZone.includes(':')) return addressWithoutZone;
  const [firstHalf = '', secondHalf = ''] = addressWithoutZone.toLowerCase().split('::');
  const [firstGroups, secondGroups] = [listGroups(firstHalf), listGroups(secondHalf)];
  const zeros = Array.from({ length: Math.max(0, 8 - firstGroups.length - secondGroups.length) }, () => '0');
  return `${[...firstGroups, ...zeros, ...secondGroups].slice(0, groups).join(':')}::/${groups * 16}`;
}

const listGroups = (addressHalf: string): string[] =>
  addressHalf === '' ? [] : addressHalf.split(':').map((group) => group.replace(/^0+(?=.)/, ''));

/**
 * The lifetime of the cookie that identifies a browser, in milliseconds: the longest that browsers allow (RFC 6265bis,
 * 5.5).
 */
export const deviceLifetimeMs = days(400);

const cookieName = 'basics-device';

/** Reads a cookie with a random id of 256 bits in base64url from the header of a request; null if there is none. `name` is a name of the portal. */
export const readIdCookie = (cookies: string | undefined, name: string): string | null =>
  new RegExp(`(?:^|; *)${name}=([\\w-]{43})(?:;|$)`).exec(cookies ?? '')?.[1] ?? null;

/** Creates a random id for a browser: 256 bits in base64url, too many to guess. */
export const createDeviceId = (): string => randomBytes(32).toString('base64url');

/**
 * Reads the random id of this browser, if a user has signed in with it before. The id gives no access. The id only lets rate limits count
 * the attempts of this browser separately.
 */
export const readDeviceId = (cookies: string | undefined): string | null => readIdCookie(cookies, cookieName);

/** Creates the Set-Cookie header with the id of a browser. The cookie is only sent to the sign-in calls, and scripts cannot read it. */
export const createDeviceCookie = (deviceId: string, secureUrl: boolean): string =>
  `${cookieName}=${deviceId}; Path=/core/api/auth; Max-Age=${deviceLifetimeMs / 1000}; HttpOnly; SameSite=Strict${secureUrl ? '; Secure' : ''}`;

/**
 * Returns whether a request carries this token (RFC 6750). Compares the hashes of both tokens, so that the time of the comparison reveals
 * nothing about the expected token.
 */
export const hasBearerToken = ({ headers }: Pick<FastifyRequest, 'headers'>, token: string): boolean =>
  timingSafeEqual(hashText(headers.authorization ?? ''), hashText(`Bearer ${token}`));

const hashText = (text: string): Buffer => createHash('sha256').update(text).digest();
