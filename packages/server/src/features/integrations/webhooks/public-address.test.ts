import { expect, test } from 'vitest';
import { openReceiver } from '#server/testing/processes/webhook-receiver.ts';
import { createPost } from './post-message.ts';
import { isAllowedAddress, isAllowedUrl, type ResolveHost } from '#server/platform/security/public-address.ts';

const open = { allowsPrivate: false, publicUrl: 'https://portal.example.com' };
const closed = { ...open, allowsPrivate: true };
const message = { headers: {}, body: '{}', at: 0 };

/** Answers every host name with these addresses. Tests use localhost, because a test may connect to no other name. */
const resolveTo =
  (...addresses: string[]): ResolveHost =>
  (_, __, done) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

/** Addresses that are not public, by what they are. */
const hostileAddresses = [
  '0.0.0.0',
  '0.1.2.3',
  '127.0.0.1',
  '127.255.255.254',
  '::1',
  '::',
  '10.0.0.1',
  '10.255.255.255',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  'fc00::1',
  'fdff:ffff::1',
  '100.64.0.1',
  '100.127.255.255',
  '169.254.0.1',
  '169.254.169.254',
  'fe80::1',
  'fec0::1',
  'fd00:ec2::254',
  '192.0.0.8',
  '192.0.2.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.7',
  '192.88.99.1',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  'ff02::1',
  // IPv6 with an IPv4 address in it: mapped, compatible, translated (RFC 2765), NAT64, local NAT64, 6to4, Teredo, ISATAP.
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::a00:1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  'fe80::5efe:127.0.0.1',
  '2001:db8::1',
  '3fff::1',
  '100::1',
];

test('no webhook connects to one of the hostile addresses, neither as an IP address nor as the answer of DNS', async () => {
  expect(hostileAddresses.length).toBeGreaterThanOrEqual(40);
  const refused = { status: null, failure: 'address', answer: 'FORBIDDEN_ADDRESS' };
  for (const address of hostileAddresses) {
    const host = address.includes(':') ? `[${address}]` : address;
    expect(await createPost(open)(`https://${host}/`, message), address).toMatchObject(refused);
    for (const addresses of [[address], ['93.184.215.14', address]]) {
      const post = createPost(open, { resolveHost: resolveTo(...addresses) });
      expect(await post('https://localhost/', message), address).toMatchObject(refused);
    }
  }
  expect(
    ['8.8.8.8', '93.184.215.14', '2606:4700::1111', '2a00:1450::1'].map((address) => isAllowedAddress(address, open)),
  ).toEqual([true, true, true, true]);
});

test('an address has https, an allowed port and another host, in every way of writing; a portal in a closed network allows more', () => {
  const refusedUrls = [
    'http://hooks.example.com/',
    'ftp://hooks.example.com/',
    'hooks.example.com',
    'https://',
    '',
    'javascript:alert(1)',
    'https://a:b@hooks.example.com/',
    'https://hooks.example.com:22/',
    'https://hooks.example.com/#part',
    'https://portal.example.com/in',
    'https://PORTAL.example.com./in',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://127。0。0。1/',
    'https://①②⑦.0.0.1/',
    'https://[::ffff:7f00:1]/',
  ];
  expect(refusedUrls.filter((url) => isAllowedUrl(url, open))).toEqual([]);
  const allowedUrls = ['https://hooks.example.com/in?a=1', 'https://hooks.example.com:8443/', 'https://8.8.8.8/'];
  expect(allowedUrls.filter((url) => !isAllowedUrl(url, open))).toEqual([]);
  expect(['http://10.0.0.7:8080/in', 'http://[fd00::7]/'].filter((url) => !isAllowedUrl(url, closed))).toEqual([]);
  // The address of the metadata of cloud machines is never allowed.
  expect(isAllowedUrl('http://169.254.169.254/latest/meta-data/', closed)).toBe(false);
});

test('a name whose address changes to a private one is checked at each connection, and a redirect is not followed', async () => {
  const receiver = await openReceiver();
  const { port } = new URL(receiver.url);
  const answers = [['127.0.0.1'], ['169.254.169.254']];
  const post = createPost(closed, {
    resolveHost: (host, options, done) => resolveTo(...(answers.shift() ?? []))(host, options, done),
  });
  const url = `http://localhost:${port}/in`;
  receiver.answer = (response) => response.writeHead(301, { location: 'http://127.0.0.1/' }).end();
  expect(await post(url, message)).toMatchObject({ status: 301, failure: null });
  expect(await post(url, message)).toMatchObject({ failure: 'address' });
  expect(receiver.messages).toHaveLength(1);
});
