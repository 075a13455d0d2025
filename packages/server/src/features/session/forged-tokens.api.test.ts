import { users } from '@basics/contract/users/users.ts';
import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTokens } from '#server/platform/security/session-token.ts';
import { addPerson, type Person } from '#server/testing/records/people.ts';
import { noon } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';

const key = randomBytes(32);
const now = noon / 1000;

type Claims = Record<string, unknown>;

const encodePart = (tokenPart: unknown): string => Buffer.from(JSON.stringify(tokenPart)).toString('base64url');

/** Creates a token with any header and claims, signed with a secret. */
function createToken(claims: unknown, head: Claims = {}, secret: string | Buffer = key): string {
  const signedPart = `${encodePart({ alg: 'HS256', typ: 'JWT', ...head })}.${encodePart(claims)}`;
  return `${signedPart}.${createHmac('sha256', secret).update(signedPart).digest('base64url')}`;
}

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

function createRs256Token(claims: Claims): string {
  const signedPart = `${encodePart({ alg: 'RS256', typ: 'JWT' })}.${encodePart(claims)}`;
  return `${signedPart}.${sign('sha256', Buffer.from(signedPart), privateKey).toString('base64url')}`;
}

const removeClaim = (claims: Claims, name: string): Claims =>
  Object.fromEntries(Object.entries(claims).filter(([each]) => each !== name));

const createUnsignedToken = (claims: Claims, alg: string): string =>
  `${encodePart({ alg, typ: 'JWT' })}.${encodePart(claims)}.`;

const forgeries: Record<string, (validClaims: Claims, otherPerson: Person) => string> = {
  'algorithm none': (claims) => createUnsignedToken(claims, 'none'),
  'algorithm nOnE': (claims) => createUnsignedToken(claims, 'nOnE'),
  'algorithm none with a signature': (claims) => createToken(claims, { alg: 'none' }),
  'no algorithm': (claims) => createToken(claims, { alg: undefined }),
  'RS256 with a key of its own': (claims) => createRs256Token(claims),
  'HS256 with the text of a public key': (claims) => createToken(claims, {}, publicPem),
  'HS384 with the right key': (claims) => {
    const signedPart = `${encodePart({ alg: 'HS384', typ: 'JWT' })}.${encodePart(claims)}`;
    return `${signedPart}.${createHmac('sha384', key).update(signedPart).digest('base64url')}`;
  },
  'another key': (claims) => createToken(claims, {}, randomBytes(32)),
  'an empty key': (claims) => createToken(claims, {}, ''),
  'no exp': (claims) => createToken(removeClaim(claims, 'exp')),
  'an exp that is past': (claims) => createToken({ ...claims, exp: now - 1 }),
  'an exp of this second': (claims) => createToken({ ...claims, exp: now }),
  'an exp that is text': (claims) => createToken({ ...claims, exp: String(now + 3600) }),
  'an exp beyond all numbers': (claims) => createToken({ ...claims, exp: 1e308 }),
  'an exp with a fraction': (claims) => createToken({ ...claims, exp: now + 3600.5 }),
  'no iat': (claims) => createToken(removeClaim(claims, 'iat')),
  'an iat after its exp': (claims) => createToken({ ...claims, iat: now + 365 * 24 * 3600 }),
  'no jti': (claims) => createToken(removeClaim(claims, 'jti')),
  'an unknown jti': (claims) => createToken({ ...claims, jti: 'A'.repeat(32) }),
  'a jti that is a list': (claims) => createToken({ ...claims, jti: [claims['jti']] }),
  'an empty jti': (claims) => createToken({ ...claims, jti: '' }),
  'the sub of another user': (claims, otherPerson) => createToken({ ...claims, sub: String(otherPerson.id) }),
  'a sub that is a number': (claims) => createToken({ ...claims, sub: Number(claims['sub']) }),
  'a sub in other digits': (claims) => createToken({ ...claims, sub: `0${String(claims['sub'])}` }),
  'no userName': (claims) => createToken(removeClaim(claims, 'userName')),
  'another profile': (claims) => createToken({ ...claims, profileID: 1 }),
  'no profile': (claims) => createToken(removeClaim(claims, 'profileID')),
  'a kid that is a path, and another key': (claims) => createToken(claims, { kid: '../../../../dev/null' }, ''),
  'a jku of its own': (claims) => createToken(claims, { jku: 'http://127.0.0.1:1/keys' }, randomBytes(32)),
  'a jwk of its own': (claims) =>
    createToken(claims, { jwk: { kty: 'oct', k: 'AAAA' } }, Buffer.from('AAAA', 'base64url')),
  'an unknown critical extension': (claims) => createToken(claims, { crit: ['exp2'], exp2: 1 }),
  'no claims': () => createToken({}),
  'claims that are null': () => createToken(null),
  'claims that are a list': (claims) => createToken([claims]),
};

describe('the signature of a token', () => {
  const portal = suitePortal('SQLite', { tokens: createTokens(key) });
  let ada: Person;
  let bob: Person;

  beforeAll(async () => {
    ada = await addPerson(portal());
    bob = await addPerson(portal());
  });

  const readClaims = ({ token }: Person): Claims =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

  const fetchStatus = async (authorization: string) => {
    const { status, body, headers } = await portal().call(users.current, { headers: { authorization } });
    if (status === 401) {
      expect(body).toMatchObject({ code: 'NO_SESSION', message: 'Authorization error' });
      expect(headers['www-authenticate']).toBe('Bearer');
    }
    return status;
  };

  test('a correct token that is built by this test is accepted, so the forged tokens are refused only because they are forged', async () => {
    expect(await fetchStatus(`Bearer ${createToken(readClaims(ada))}`)).toBe(200);
    expect(await fetchStatus(`bearer ${ada.token}`), 'the scheme in any case, RFC 9110 11.1').toBe(200);
  });

  test.each(Object.keys(forgeries))('a token with %s is refused (T359)', async (how) => {
    // Each test has its own user, because a correctly signed token with another profile ends the session of the user.
    const person = await addPerson(portal());
    expect(await fetchStatus(`Bearer ${forgeries[how]?.(readClaims(person), bob)}`)).toBe(401);
  });

  test('a token with one changed character is refused, for every character (T360)', async () => {
    const parts = ada.token.split('.');
    for (const [at, part] of parts.entries()) {
      for (const position of [0, Math.floor(part.length / 2), part.length - 2]) {
        const changedPart = part.slice(0, position) + (part[position] === 'A' ? 'B' : 'A') + part.slice(position + 1);
        expect(await fetchStatus(`Bearer ${parts.with(at, changedPart).join('.')}`)).toBe(401);
      }
    }
  });

  test.each([
    ['nothing', () => ''],
    ['the scheme alone', () => 'Bearer'],
    ['an empty token', () => 'Bearer '],
    ['Basic', () => `Basic ${Buffer.from(`${ada.login}:Quartz-Lantern-27`).toString('base64')}`],
    ['the token without a scheme', () => ada.token],
    ['another scheme', () => `Token ${ada.token}`],
    ['two tokens', () => `Bearer ${ada.token} ${ada.token}`],
    ['two tokens with a comma', () => `Bearer ${ada.token}, Bearer ${ada.token}`],
    ['two parts', () => `Bearer ${ada.token.split('.').slice(0, 2).join('.')}`],
    ['four parts', () => `Bearer ${ada.token}.x`],
    ['its signature cut off', () => `Bearer ${ada.token.slice(0, -43)}`],
    ['12,000 characters of nothing', () => `Bearer ${'A'.repeat(12_000)}`],
    ['12,000 dots', () => `Bearer ${'.'.repeat(12_000)}`],
  ])('an Authorization header with %s is refused', async (_, header) => {
    expect(await fetchStatus(header())).toBe(401);
  });

  test('a token in the address or the body is refused (T357)', async () => {
    const responseToPath = await portal().http.inject(`/core/api/user?access_token=${ada.token}`);
    expect(responseToPath.statusCode).toBe(401);
    const responseToCookie = await portal().call(users.current, { headers: { cookie: `token=${ada.token}` } });
    expect(responseToCookie.status).toBe(401);
  });

  test('a token of a portal with another key is refused (T358)', async () => {
    const otherTokens = createTokens(randomBytes(32));
    const claims = createTokens(key).read(ada.token, noon);
    expect(await fetchStatus(`Bearer ${claims && otherTokens.write(claims)}`)).toBe(401);
  });
});
