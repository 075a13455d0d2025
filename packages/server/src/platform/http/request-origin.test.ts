import { expect, test } from 'vitest';
import { findNetwork, findSite } from './request-origin.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('the address %j belongs to the network %s', (address, network) => {
  expect(findNetwork(address)).toBe(network);
});

test.each([
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::9', '2001:db8:1::/48'],
])('the address %j belongs to the site (one line, or the /48 network of IPv6) %s', (address, site) => {
  expect(findSite(address)).toBe(site);
});
