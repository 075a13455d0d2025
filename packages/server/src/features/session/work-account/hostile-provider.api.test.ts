import { session } from '@basics/contract/session/session.ts';
import { expect, test } from 'vitest';
import { hours } from '#server/platform/clock/clock.ts';
import { createTestDatabase } from '#server/testing/database/databases.ts';
import { openHostileProvider, type Behaviour } from '#server/testing/identity-providers/hostile-provider.ts';
import {
  answerSignIn,
  fetchResult,
  openWorkSignIn,
} from '#server/testing/identity-providers/sign-in-with-work-account.ts';
import { openPortal, password, type Portal } from '#server/testing/portal.ts';

type Attack = Behaviour & {
  /** What the sign-in answers instead of a session. */
  gives: string;
  /** Changes the query of the callback. */
  query?: (query: URLSearchParams) => void;
  /** The callback is opened in another browser. */
  otherBrowser?: boolean;
};

const refused = 'WORK_ACCOUNT_REFUSED';
const unavailable = 'WORK_ACCOUNT_UNAVAILABLE';
const hang = () => undefined;
const now = () => Math.floor(Date.now() / 1000);

const attacks: Record<string, Attack> = {
  'the document names another issuer': { document: { issuer: 'https://other.example' }, gives: unavailable },
  'the document is a redirect': {
    answer: { document: (response) => response.writeHead(302, { location: 'https://other.example/' }).end() },
    gives: unavailable,
  },
  'the document never ends': { answer: { document: hang }, gives: unavailable },
  'the document has 2 MB': {
    answer: { document: (response) => response.writeHead(200).end('x'.repeat(2_000_000)) },
    gives: unavailable,
  },
  'the address of the provider is a script': {
    document: { authorization_endpoint: 'javascript:alert(1)//' },
    gives: unavailable,
  },
  'the keys are at the metadata address of a cloud': {
    document: { jwks_uri: 'http://169.254.169.254/latest/meta-data/' },
    gives: refused,
  },
  'the tokens are at a private address': { document: { token_endpoint: 'https://10.0.0.7/token' }, gives: refused },
  'the tokens are at this machine': { document: { token_endpoint: 'https://localhost:8443/token' }, gives: refused },
  'another issuer in the token': { claims: { iss: 'https://other.example' }, gives: refused },
  'no signature': { signature: 'none', gives: refused },
  'a signature with the public key as a secret': { signature: 'hmacOfPublicKey', gives: refused },
  'a signature with the secret of the client': { signature: 'hmacOfSecret', gives: refused },
  'a signature of another key': { signature: 'otherKey', gives: refused },
  'an unknown key': { header: { kid: '2' }, gives: refused },
  'a critical header that nobody knows': { header: { crit: ['b64'], b64: false }, gives: refused },
  'a token for another client': { claims: { aud: 'other' }, gives: refused },
  'a token that another client may use': { claims: { aud: ['portal', 'other'], azp: 'other' }, gives: refused },
  'an expired token': { claims: { exp: now() - 120 }, gives: refused },
  'a token for later': { claims: { nbf: now() + 3600 }, gives: refused },
  'a token without a nonce': { claims: { nonce: undefined }, gives: refused },
  'the nonce of another sign-in': { claims: { nonce: 'replayed' }, gives: refused },
  'a token without a subject': { claims: { sub: undefined }, gives: refused },
  'a subject that is no text': { claims: { sub: { $ne: '' } }, gives: refused },
  'no ID token': {
    answer: {
      token: (response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ access_token: 'x', token_type: 'Bearer' })),
    },
    gives: refused,
  },
  'the answer with the tokens never ends': { answer: { token: hang }, gives: unavailable },
  'the answer with the tokens has 2 MB': {
    answer: { token: (response) => response.writeHead(200).end('x'.repeat(2_000_000)) },
    gives: refused,
  },
  'the answer with the tokens is a redirect': {
    answer: { token: (response) => response.writeHead(307, { location: 'https://other.example/' }).end() },
    gives: refused,
  },
  'the keys never arrive': { answer: { keys: hang }, gives: unavailable },
  'the answer of another provider (mix-up)': {
    query: (query) => query.set('iss', 'https://other.example'),
    gives: refused,
  },
  'an answer without an issuer': { query: (query) => query.delete('iss'), gives: refused },
  'an answer without a code': { query: (query) => query.delete('code'), gives: refused },
  'an answer with two codes': { query: (query) => query.append('code', '2'), gives: refused },
  'the person has refused': {
    query: (query) => {
      query.delete('code');
      query.set('error', 'access_denied');
    },
    gives: refused,
  },
  'an answer without a state': { query: (query) => query.delete('state'), gives: 'NO_TOKEN' },
  'a state that nobody started': { query: (query) => query.set('state', 'a'.repeat(43)), gives: 'NO_TOKEN' },
  'an answer in another browser': { otherBrowser: true, gives: 'NO_TOKEN' },
  'an address that is not verified': {
    claims: { sub: 'eve', email: 'root@staff.example', email_verified: false },
    gives: 'WORK_ACCOUNT_UNVERIFIED',
  },
  'an address that the provider does not verify': {
    claims: { sub: 'eve', email: 'root@staff.example', email_verified: undefined },
    gives: 'WORK_ACCOUNT_UNVERIFIED',
  },
  'no address': { claims: { sub: 'eve', email: undefined }, gives: 'WORK_ACCOUNT_UNVERIFIED' },
  'another subject with the same address': { claims: { sub: 'eve' }, gives: 'WORK_ACCOUNT_OTHER' },
  'the address of a customer': {
    claims: { sub: 'eve', email: 'customer@customer.example' },
    gives: 'WORK_ACCOUNT_UNKNOWN',
  },
  'the address of nobody': { claims: { sub: 'eve', email: 'eve@staff.example' }, gives: 'WORK_ACCOUNT_UNKNOWN' },
  'the address of a suspended member of staff': {
    claims: { sub: 'eve', email: 'left@staff.example' },
    gives: 'WORK_ACCOUNT_UNKNOWN',
  },
  'the address of an administrator without the password': {
    claims: { sub: 'eve', email: 'root@staff.example' },
    gives: 'WORK_ACCOUNT_NOT_CONNECTED',
  },
};

/** Opens a portal that waits `limitMs` milliseconds for an answer of its provider. */
async function openFixture(limitMs: number) {
  const provider = await openHostileProvider(limitMs);
  const portal = await openPortal(await createTestDatabase('SQLite'), {
    config: {
      crmUrl: null,
      demo: false,
      pocUrl: null,
      publicUrl: 'http://localhost:3000',
      trustedProxies: [],
      identityProvider: provider.settings,
    },
  });
  await portal.addUser({ login: 'ada@staff.example', profileId: 2 });
  await portal.addUser({ login: 'root@staff.example', profileId: 1 });
  await portal.addUser({ login: 'left@staff.example', profileId: 2, status: 'suspended' });
  await portal.addUser({ login: 'customer@customer.example' });
  /** Signs in as the provider behaves; the result is the token of a session, or the code of a problem. */
  async function attempt({ query: change, otherBrowser = false, ...behaviour }: Partial<Attack> = {}) {
    // The portal keeps the document of the provider for an hour.
    portal.pass(hours(2));
    provider.behaviour = behaviour;
    const opened = await openWorkSignIn(portal);
    if (typeof opened === 'string') return { problem: opened, result: null, query: '', cookie: '' };
    provider.nonce = opened.url.searchParams.get('nonce') ?? '';
    const query = new URLSearchParams({
      code: '1',
      state: opened.url.searchParams.get('state') ?? '',
      iss: provider.settings.issuer,
    });
    change?.(query);
    const result = await answerSignIn(portal, query.toString(), otherBrowser ? '' : opened.cookie);
    return { ...(await fetchResult(portal, result)), result, query: query.toString(), cookie: opened.cookie };
  }
  /** Signs in with the password to connect the work account of a result, in the browser with a cookie. */
  const connect = (login: string, workAccount: string, cookie: string) =>
    portal.call(session.signIn, { body: { login, password, workAccount }, headers: { cookie } });
  return { portal, provider, attempt, connect };
}

const countSessions = async (portal: Portal): Promise<number> =>
  (await portal.database.kysely.selectFrom('sessions').select('id').execute()).length;

test(`a hostile identity provider gets no session by ${Object.keys(attacks).length} attacks, and an honest one gets one (T650)`, async () => {
  const { portal, attempt, connect } = await openFixture(60_000);
  const first = await attempt();
  expect(first).toMatchObject({ problem: 'WORK_ACCOUNT_NOT_CONNECTED' });
  const { token: connecting = '', cookie = '' } = first.result ?? {};
  // A person who follows the link of an attacker connects nothing with the password, because another browser has started the sign-in.
  for (const foreign of ['', cookie.replace(/=[\w-]{43}/, `=${'a'.repeat(43)}`)]) {
    expect(await fetchResult(portal, { token: connecting, cookie: foreign })).toEqual({ problem: 'TOKEN_NOT_FOUND' });
    expect(await connect('ada@staff.example', connecting, foreign)).toMatchObject({
      status: 422,
      body: { code: 'WORK_ACCOUNT_REFUSED' },
    });
  }
  expect(await connect('ada@staff.example', connecting, cookie)).toMatchObject({ status: 200 });
  const before = await countSessions(portal);
  // Only the attacks that hang reach the limit of their portal.
  const impatient = await openFixture(500);
  for (const [name, { gives, ...attack }] of Object.entries(attacks)) {
    const isHanging = Object.values(attack.answer ?? {}).includes(hang);
    expect(await (isHanging ? impatient : { attempt }).attempt(attack), name).toMatchObject({ problem: gives });
  }
  expect([await countSessions(portal), await countSessions(impatient.portal)]).toEqual([before, 0]);

  // An answer that was used, in the browser that used it.
  const honest = await attempt();
  expect(honest).toMatchObject({ token: expect.any(String) });
  expect(await answerSignIn(portal, honest.query, honest.cookie)).toBeNull();
  expect(await fetchResult(portal, honest.result)).toEqual({ problem: 'TOKEN_NOT_FOUND' });
  // The token to connect a work account is of no use with another account, and works once.
  const foreign = await attempt({ claims: { sub: 'eve', email: 'root@staff.example' } });
  for (const login of ['ada@staff.example', 'customer@customer.example'])
    expect(await connect(login, foreign.result?.token ?? '', foreign.result?.cookie ?? ''), login).toMatchObject({
      status: 422,
      body: { code: 'WORK_ACCOUNT_REFUSED' },
    });
  expect(await countSessions(portal)).toBe(before + 1);
  // Pages of other origins are no page to show after a sign-in.
  for (const path of ['https://other.example/', '//other.example/', '/\\other.example', 'javascript:alert(1)'])
    expect((await portal.call(session.startWorkSignIn, { body: { path } })).status, path).toBe(422);
});
