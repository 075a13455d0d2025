import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { seconds } from '#server/platform/clock/clock.ts';
import { databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { readProblemCode, openPortal, readToken, type Portal } from '#server/testing/portal.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';

const exchange = (portal: Portal, token: string) => portal.call(session.exchange, { body: { token } });

async function createHandoff(portal: Portal, login: string, path = '/license/verify') {
  await portal.addUser({ login });
  const token = await portal.signIn(login);
  const response = await portal.call(session.handoff, { token, body: { path } });
  expect(response.status).toBe(200);
  return { token, oneTime: readToken(response.body) };
}

describe.each(databases)('the handoff from the tool (%s)', (kind) => {
  const portal = suitePortal(kind);

  test('a handoff token from the tool opens a new session and names the page to show, and works only once (T393)', async () => {
    const { token, oneTime } = await createHandoff(portal(), 'jump@example.org', '/license/verify?code=BV-1');
    const response = await exchange(portal(), oneTime);
    expect(response.body).toMatchObject({ path: '/license/verify?code=BV-1' });
    const openedToken = readToken(response.body);
    expect(openedToken).not.toBe(token);
    for (const sessionToken of [openedToken, token])
      expect((await portal().call(users.current, { token: sessionToken })).status).toBe(200);
    const secondResponse = await exchange(portal(), oneTime);
    expect([secondResponse.status, readProblemCode(secondResponse.body)]).toEqual([422, 'TOKEN_NOT_FOUND']);
  });

  test('only one of ten simultaneous exchanges succeeds (T397)', async () => {
    const { oneTime } = await createHandoff(portal(), 'ten@example.org');
    const responses = await Promise.all(Array.from({ length: 10 }, () => exchange(portal(), oneTime)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('a GET request for the page or the call of a handoff does not use up its token (T392)', async () => {
    const { oneTime } = await createHandoff(portal(), 'scanned@example.org');
    for (const url of [`/auth/temp?token=${oneTime}`, `/core/api/auth/exchange?token=${oneTime}`])
      await portal().http.inject({ method: 'GET', url });
    expect((await exchange(portal(), oneTime)).status).toBe(200);
  });

  test('a handoff token is no session token, and a session token is no handoff token (T394)', async () => {
    const { token, oneTime } = await createHandoff(portal(), 'mixed@example.org');
    expect((await portal().call(users.current, { token: oneTime })).status).toBe(401);
    expect(readProblemCode((await exchange(portal(), token.slice(0, 200))).body)).toBe('TOKEN_NOT_FOUND');
  });

  test('a handoff token is valid for one minute (T395)', async () => {
    const newPortal = await openPortal(await createTestDatabase(kind));
    const { oneTime } = await createHandoff(newPortal, 'late@example.org');
    newPortal.pass(seconds(60));
    expect(readProblemCode((await exchange(newPortal, oneTime)).body)).toBe('TOKEN_NOT_FOUND');
    await newPortal.close();
  });

  test('a handoff token is refused after the session that created it has ended', async () => {
    const { token, oneTime } = await createHandoff(portal(), 'left@example.org');
    await portal().call(session.signOut, { token });
    expect(readProblemCode((await exchange(portal(), oneTime)).body)).toBe('TOKEN_NOT_FOUND');
  });

  test('forty paths that could open another site are refused (T396)', async () => {
    expect(foreignPaths).toHaveLength(40);
    await portal().addUser({ login: 'paths@example.org' });
    const token = await portal().signIn('paths@example.org');
    const acceptedPaths = [];
    for (const path of foreignPaths)
      if ((await portal().call(session.handoff, { token, body: { path } })).status !== 422) acceptedPaths.push(path);
    expect(acceptedPaths).toEqual([]);
  });

  test('a path of the portal is accepted with any query and fragment', async () => {
    await portal().addUser({ login: 'places@example.org' });
    const token = await portal().signIn('places@example.org');
    for (const path of ['/', '/license/verify?code=BV-1//2', '/users/7/edit#//tools', '/release-notes/.v2', '/a%20b'])
      expect((await portal().call(session.handoff, { token, body: { path } })).status).toBe(200);
  });
});

const foreignPaths = [
  '',
  'evil.example',
  'https://evil.example',
  'https:evil.example',
  'HTTPS:/evil.example',
  'javascript:alert(1)',

  'data:text/html,x',
  ' /users',
  '\t//evil.example',
  '\n/users',
  '//evil.example',
  '///evil.example',
  '////evil.example',

  '//evil.example/%2e%2e',
  '//evil%E3%80%82example',
  '//user@evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',

  '/\\/evil.example',
  '/users\\..\\..',
  '/\t/evil.example',
  '/\r/evil.example',
  '/\n/evil.example',
  '/\u2028/evil.example',

  '/ /evil.example',
  '/%2f/evil.example',
  '/%2F%2Fevil.example',
  '/%5cevil.example',
  '/%5C%5Cevil.example',
  '/.//evil.example',

  '/..//evil.example',
  '/../..//evil.example',
  '/%2e%2e//evil.example',
  '/%2E//evil.example',
  '/a/../..//evil.example',
  '/users//evil.example',
  '/users/..',
  '/users/.%2e?next=1',
  '/;//evil.example',
];
