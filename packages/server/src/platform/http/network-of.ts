/**
 * Returns the network that rate limits count as one caller: an IPv4 address, or the first half of an IPv6 address, because one subscriber
 * has all 2^64 addresses with the same first half (RFC 6177).
 */
export function findNetwork(address: string): string {
  const [addressWithoutZone = ''] = address.split('%', 1);
  const embeddedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(addressWithoutZone)?.[1];
  if (embeddedIpv4 !== undefined) return embeddedIpv4;
  if (!addressWithoutZone.includes(':')) return addressWithoutZone;
  const [firstHalf = '', secondHalf = ''] = addressWithoutZone.toLowerCase().split('::');
  const [firstGroups, secondGroups] = [listGroups(firstHalf), listGroups(secondHalf)];
  const zeros = Array.from({ length: Math.max(0, 8 - firstGroups.length - secondGroups.length) }, () => '0');
  return `${[...firstGroups, ...zeros, ...secondGroups].slice(0, 4).join(':')}::/64`;
}

const listGroups = (half: string): string[] =>
  half === '' ? [] : half.split(':').map((group) => group.replace(/^0+(?=.)/, ''));
