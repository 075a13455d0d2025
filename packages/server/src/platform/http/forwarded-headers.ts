import { BlockList, isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

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
  const proxies = new BlockList();
  for (const range of trustedProxies) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  let firstAddress: string | null = null;
  return {
    isTrusted: (address) => isIP(address) > 0 && proxies.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6'),
    ignoredFrom: () => firstAddress,
    ignore(address) {
      const isFirst = firstAddress === null;
      firstAddress ??= address;
      return isFirst;
    },
  };
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
