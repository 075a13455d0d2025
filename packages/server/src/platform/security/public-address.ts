import type { LookupAddress, LookupOptions } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createNetworkList } from '#server/platform/http/request-origin.ts';

/** Where the portal may send requests to addresses that others have chosen, such as those of webhooks. `allowsPrivate` is for portals in closed networks. `publicUrl` is the address of the portal itself. */
export type AddressPolicy = { allowsPrivate: boolean; publicUrl: string };

/** Resolves a host name to all its addresses; the product uses `dns.lookup`. */
export type ResolveHost = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** The code of the error with which a connection to a forbidden address fails. */
export const forbiddenAddressCode = 'FORBIDDEN_ADDRESS';

/** The ports of https that are allowed: other ports may be those of other services. */
const allowedPorts = ['', '4443', '8443', '9443'];

/** Returns whether the portal may send to this address: the part of the check that needs no connection. */
export function isAllowedUrl(text: string, policy: AddressPolicy): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || text.includes('#')) return false;
  const host = toHost(url);
  if (host === toHost(new URL(policy.publicUrl)) && !policy.allowsPrivate) return false;
  if (isIP(host) > 0 && !isAllowedAddress(host, policy)) return false;
  return policy.allowsPrivate
    ? ['https:', 'http:'].includes(url.protocol)
    : url.protocol === 'https:' && allowedPorts.includes(url.port);
}

/** Returns the host of a URL as DNS knows it: without the brackets of IPv6 and without the dot at the end. */
const toHost = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');

/**
 * Creates the function that resolves the host of a connection and refuses it with FORBIDDEN_ADDRESS if one of its addresses is forbidden. The
 * connection uses the addresses that were checked, so that an answer of DNS that changes between check and connection has no effect.
 */
export const createCheckedLookup =
  (policy: AddressPolicy, resolveHost: ResolveHost): LookupFunction =>
  (host, options, done) =>
    resolveHost(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return done(error ?? createRefusal('ENOTFOUND'), []);
      if (!addresses.every(({ address }) => isAllowedAddress(address, policy)))
        return done(createRefusal(forbiddenAddressCode), []);
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });

const createRefusal = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });

/**
 * The IPv4 networks that are not public (IANA IPv4 Special-Purpose Address Registry, RFC 6890): this network, private, shared (CGNAT),
 * loopback, link-local, protocol assignments, documentation, AS112, 6to4 relays, benchmarks, multicast and reserved.
 */
const isSpecialIPv4 = createNetworkList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]);

/**
 * The only public IPv6 addresses begin with 2000::/3 (RFC 4291): loopback, link-local and unique local addresses, addresses that contain an
 * IPv4 address (mapped, compatible, NAT64) and multicast do not.
 */
const isGlobalIPv6 = createNetworkList(['2000::/3']);

/** The IPv6 networks in 2000::/3 that are not public: protocols such as Teredo, documentation, 6to4, AS112. */
const isSpecialIPv6 = createNetworkList(['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']);

/** The networks that a portal in a closed network may use: private, shared, loopback and unique local addresses. Link-local ones stay forbidden. */
const isClosedIPv4 = createNetworkList([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
]);
const isClosedIPv6 = createNetworkList(['::1/128', 'fc00::/7']);

/** Returns whether the portal may connect to this IP address. IPv4 and IPv6 are compared apart, because BlockList compares IPv4 as mapped IPv6. */
export function isAllowedAddress(address: string, { allowsPrivate }: Pick<AddressPolicy, 'allowsPrivate'>): boolean {
  const isIPv4 = isIP(address) === 4;
  if (isIP(address) === 0 || address.includes('%')) return false;
  if (allowsPrivate && (isIPv4 ? isClosedIPv4 : isClosedIPv6)(address)) return true;
  if (isOwnAddress(address)) return false;
  return isIPv4 ? !isSpecialIPv4(address) : isGlobalIPv6(address) && !isSpecialIPv6(address);
}

/** Returns whether an address belongs to this machine, also if it is public. */
function isOwnAddress(address: string): boolean {
  const own = new BlockList();
  for (const { address: ownAddress, family } of Object.values(networkInterfaces()).flatMap((found) => found ?? []))
    own.addAddress(ownAddress, family === 'IPv4' ? 'ipv4' : 'ipv6');
  return own.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}
