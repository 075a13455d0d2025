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
