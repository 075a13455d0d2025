import { activation } from '@basics/contract/licenses/activation.ts';
import { readLicenceFile } from '@basics/licensing/licence-file.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import * as client from 'openid-client';
import { expect, onTestFinished, test } from 'vitest';
import { seconds } from '#server/platform/clock/clock.ts';
import { createTestDatabase } from '#server/testing/database/databases.ts';
import { openPortal, testKey } from '#server/testing/portal.ts';
import { createCode, createMachine } from '#server/testing/records/machine.ts';
import { addPerson } from '#server/testing/records/people.ts';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

/** Opens a portal on a port, and the client of a library for OAuth, which knows nothing but its addresses. */
async function openWithClient() {
  const portal = await openPortal(await createTestDatabase('SQLite'));
  onTestFinished(() => portal.close());
  const address = await portal.http.listen({ host: '127.0.0.1', port: 0 });
  const described: unknown = await (await fetch(`${address}/.well-known/oauth-authorization-server`)).json();
  const atPort = JSON.parse(JSON.stringify(described).replaceAll('http://localhost:3000', address));
  const config = new client.Configuration(atPort, 'my-tool', undefined, client.None());
  client.allowInsecureRequests(config);
  const poll = (deviceCode: string) => {
    portal.pass(seconds(5));
    return client.genericGrantRequest(config, deviceGrant, { device_code: deviceCode });
  };
  return { portal, address, config, poll };
}

test('a library for OAuth gets a licence file: it starts with a form, polls, and reads the errors of RFC 8628 (T960)', async () => {
  const { portal, config, poll } = await openWithClient();
  const ada = await addPerson(portal);
  const verificationCode = createCode(createMachine('OAUTH-PC'), { at: portal.now() });
  const started = await client.initiateDeviceAuthorization(config, { verification_code: verificationCode });
  expect(started).toMatchObject({ verification_uri: 'http://localhost:3000/activate', interval: 5, expires_in: 900 });
  await expect(poll(started.device_code)).rejects.toMatchObject({ status: 400, error: 'authorization_pending' });
  const tooEarly = client.genericGrantRequest(config, deviceGrant, { device_code: started.device_code });
  await expect(tooEarly).rejects.toMatchObject({ error: 'slow_down' });
  await portal.call(activation.confirmActivation, { token: ada.token, body: { userCode: started.user_code } });
  portal.pass(seconds(10));
  const { licence_file: file } = await poll(started.device_code);
  if (typeof file !== 'string') throw new Error('There is no licence file');
  const reading = readLicenceFile(file, [testKey.signer.publicKey], nodePrimitives);
  expect(reading).toMatchObject({ ok: true, value: { payload: { machine: { name: 'OAUTH-PC' } } } });
  await expect(poll(started.device_code)).rejects.toMatchObject({ error: 'expired_token' });
});

test('a refused PC gets access_denied; a code that cannot be read, a wrong grant, a missing or repeated field and JSON are refused (T961)', async () => {
  const { portal, address, config, poll } = await openWithClient();
  const ada = await addPerson(portal);
  const code = createCode(createMachine('REFUSED-PC'), { at: portal.now() });
  const started = await client.initiateDeviceAuthorization(config, { verification_code: code });
  await portal.call(activation.denyActivation, { token: ada.token, body: { userCode: started.user_code } });
  await expect(poll(started.device_code)).rejects.toMatchObject({ error: 'access_denied' });
  const post = async (path: string, body: string, type = 'application/x-www-form-urlencoded') => {
    const reply = await fetch(`${address}/oauth/${path}`, { method: 'POST', body, headers: { 'content-type': type } });
    const { error, code: problemCode }: { error?: string; code?: string } = JSON.parse(await reply.text());
    return [reply.status, error ?? problemCode];
  };
  expect(await post('device', 'verification_code=hello')).toEqual([400, 'invalid_request']);
  expect(await post('device', 'client_id=my-tool')).toEqual([400, 'invalid_request']);
  expect(await post('token', 'grant_type=password&username=ada')).toEqual([400, 'unsupported_grant_type']);
  const grant = `grant_type=${encodeURIComponent(deviceGrant)}`;
  expect(await post('token', `${grant}&device_code=a&device_code=b`)).toEqual([400, 'invalid_request']);
  expect(await post('token', `${grant}&device_code=unknown`)).toEqual([400, 'expired_token']);
  expect(await post('token', '{}', 'application/json')).toEqual([400, 'invalid_request']);
});

/** Opens a portal, and a function that posts a form to it. */
async function openForForms() {
  const portal = await openPortal(await createTestDatabase('SQLite'));
  onTestFinished(() => portal.close());
  const post = async (path: string, payload: string, headers: Record<string, string> = {}) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded', ...headers };
    const reply = await portal.http.inject({ method: 'POST', url: `/oauth/${path}`, payload, headers: type });
    const body: unknown = JSON.parse(reply.body);
    return { status: reply.statusCode, body, headers: reply.headers };
  };
  return { portal, post };
}

test('forms in browsers, from any site, do not count for the limit of a network, and are refused (T972)', async () => {
  const { portal, post } = await openForForms();
  for (const origin of ['https://other.example', 'null', 'http://localhost:3000'])
    for (let count = 0; count < 25; count++)
      expect(await post('device', 'verification_code=BV-1', { origin })).toMatchObject({ status: 400 });
  const code = createCode(createMachine('OAUTH-PC'), { at: portal.now() });
  const started = await post('device', `verification_code=${code}`);
  expect(started).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
  expect(started.headers['access-control-allow-origin']).toBeUndefined();
});

test('any repeated field is refused, also one that is not used (T973)', async () => {
  const { portal, post } = await openForForms();
  const code = createCode(createMachine('OAUTH-PC'), { at: portal.now() });
  const refused = { status: 400, body: { error: 'invalid_request' } };
  expect(await post('device', `verification_code=${code}&client_id=a&client_id=b`)).toMatchObject(refused);
  expect(await post('device', `verification_code=${code}&client_id=a`)).toMatchObject({ status: 200 });
});

test.each([
  ['too many bytes', 413, { payload: `device_code=${'a'.repeat(5000)}` }],
  ['another type', 415, { payload: 'hello', headers: { 'content-type': 'text/plain' } }],
  ['JSON that cannot be read', 400, { payload: '{', headers: { 'content-type': 'application/json' } }],
  ['another method', 405, { method: 'GET' }],
  ['another method, with a query', 405, { method: 'DELETE', query: { a: 'b' } }],
] as const)('a request with %s is refused with the error of RFC 6749 (T990)', async (_, status, options) => {
  const { portal } = await openForForms();
  for (const url of ['/oauth/device', '/oauth/token']) {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await portal.http.inject({ method: 'POST', url, headers: form, ...options });
    const error = { error: 'invalid_request', error_description: expect.stringMatching(/^[A-Z].+/) };
    expect([reply.statusCode, JSON.parse(reply.body)]).toEqual([status, error]);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.headers.allow).toBe(status === 405 ? 'POST' : undefined);
  }
});
