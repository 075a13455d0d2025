/**
 * Returns the network that rate limits count as one caller: an IPv4 address, or the first half of an IPv6 address, because one subscriber
 * has all 2^64 addresses with the same first half (RFC 6177).
 */
export const findNetwork = (address: string): string => findPrefix(address, 4);

/** The network of one site, which may have 2^16 such networks: an IPv4 address, or the first 48 bits of an IPv6 address (RFC 6177). */
export const findSite = (address: string): string => findPrefix(address, 3);

/** The number of groups of 16 bits of an IPv6 address that identify a network; an IPv4 address is used completely. */
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
