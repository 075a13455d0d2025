/**
 * The network that rate limits count as one: an IPv4 address, or the first half of an IPv6 address, because one subscriber has all 2^64
 * addresses of the other half (RFC 6177).
 */
export const findNetwork = (address: string): string => findPrefix(address, 4);

/** The network of one site, which may have 2^16 such networks: an IPv4 address, or the first 48 bits of an IPv6 address (RFC 6177). */
export const findSite = (address: string): string => findPrefix(address, 3);

/** An IPv4 address, or so many groups of 16 bits of an IPv6 address. */
function findPrefix(address: string, groups: number): string {
  const [plain = ''] = address.split('%', 1);
  const inside = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (inside !== undefined) return inside;
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = plain.toLowerCase().split('::');
  const [before, after] = [listGroups(head), listGroups(tail)];
  const between = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return `${[...before, ...between, ...after].slice(0, groups).join(':')}::/${groups * 16}`;
}

const listGroups = (half: string): string[] =>
  half === '' ? [] : half.split(':').map((group) => group.replace(/^0+(?=.)/, ''));
