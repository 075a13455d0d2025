import { brands } from '@basics/contract/brands/brands.ts';
import { licenses } from '@basics/contract/licenses/licenses.ts';
import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { expect, test, vi } from 'vitest';
import { createRefusal } from '#portal/testing/fake-server.ts';
import { setup, createUser } from '#portal/testing/records/people.ts';
import { startFakeServer } from '#portal/testing/portal.tsx';
import { ApiProblem, onSessionLost } from './api-problem.ts';
import { call } from './call.ts';

const page = { items: [], total: 0, pageNumber: 1, pageSize: 20 };

const catchProblem = async (promise: Promise<unknown>): Promise<ApiProblem> => {
  const error: unknown = await promise.then(
    () => new Error('It was answered.'),
    (reason: unknown) => reason,
  );
  if (error instanceof ApiProblem) return error;
  throw error;
};

test('a call sends JSON and credentials to the base path of the API followed by the path of the call (T053)', async () => {
  const server = startFakeServer();
  server.answer(brands.setup, () => setup);
  const fetchSpy = vi.spyOn(globalThis, 'fetch');
  await call(brands.setup);
  expect(fetchSpy).toHaveBeenCalledWith('/core/api/brand/data', expect.objectContaining({ credentials: 'include' }));
  const headers = new Headers(fetchSpy.mock.calls[0]?.[1]?.headers);
  expect(headers.get('content-type')).toBe('application/json');
  expect(headers.has('authorization')).toBe(false);
});

test('the stored token is sent with every call as Bearer, unless the caller gives another token (T055)', async () => {
  const server = startFakeServer();
  server.answer(users.current, () => createUser('OEM'));
  localStorage.setItem('token', 'stored');
  await call(users.current);
  await call(users.current, { token: 'given' });
  expect(server.requests(users.current).map(({ token }) => token)).toEqual(['stored', 'given']);
});

test('strings in a body are trimmed, including passwords (T054)', async () => {
  const server = startFakeServer();
  server.answer(session.signIn, () => ({ token: 't' }));
  await call(session.signIn, { body: { login: '  ada@office.example ', password: ' Quartz-Lantern-27\t' } });
  expect(server.requests(session.signIn)[0]?.body).toEqual({
    login: 'ada@office.example',
    password: 'Quartz-Lantern-27',
  });
});

test('params become part of the path, and a nested query is written with dotted names', async () => {
  const server = startFakeServer();
  server.answer(licenses.list, () => page);
  const fetchSpy = vi.spyOn(globalThis, 'fetch');
  await call(licenses.list, {
    params: { id: 7 },
    query: { pageNumber: 3, sort: { field: 'expiryDate', direction: 'asc' } },
  });
  expect(fetchSpy.mock.calls[0]?.[0]).toBe(
    '/core/api/user/7/licenses?pageNumber=3&sort.field=expiryDate&sort.direction=asc',
  );
  expect(server.requests(licenses.list)[0]).toMatchObject({
    params: { id: 7 },
    query: { pageNumber: 3, pageSize: 20 },
  });
});

test('a binary reply is a file with the name from the server', async () => {
  const server = startFakeServer();
  const bytes = new TextEncoder().encode('licence');
  server.answer(licenses.download, () => ({ bytes, name: 'Basics_Büro.lic', type: 'application/octet-stream' }));
  const file = await call(licenses.download, { params: { id: 1, licenseId: 2 } });
  expect(file).toEqual({ bytes, name: 'Basics_Büro.lic', type: 'application/octet-stream' });
});

test.each([
  ['a file', licenses.download, { id: 1, licenseId: 2 }],
  ['a value', users.get, { id: 1 }],
])('%s that ends too early is a lost connection', async (_, endpoint, params) => {
  const server = startFakeServer();
  const incompleteBody = new ReadableStream({
    start: (out) => out.enqueue(new TextEncoder().encode('{')),
    pull: (out) => out.error(new TypeError('network error')),
  });
  server.answer(endpoint, () => new Response(incompleteBody));
  expect(await catchProblem(call(endpoint, { params }))).toMatchObject({ code: 'UNREACHABLE', status: 0 });
});

test('a call whose reply has no body returns undefined', async () => {
  const server = startFakeServer();
  server.answer(session.signOut, () => undefined);
  expect(await call(session.signOut)).toBeUndefined();
});

test('a refused call throws a problem with its code, message, fields, reference and waiting time', async () => {
  const server = startFakeServer();
  server.answer(session.signIn, () =>
    createRefusal('TOO_MANY_ATTEMPTS', { fields: { login: 'Login is required.' }, retryAfter: 42 }),
  );
  const problem = await catchProblem(call(session.signIn, { body: { login: 'a', password: 'b' } }));
  expect(problem).toMatchObject({
    code: 'TOO_MANY_ATTEMPTS',
    status: 429,
    message: 'Too many attempts. Wait a moment, then try again.',
    fields: { login: 'Login is required.' },
    requestId: 'req-TOO_MANY_ATTEMPTS',
    retryAfterSeconds: 42,
  });
});

test('if the header Retry-After is a date, the waiting time is the number of seconds until then', async () => {
  const server = startFakeServer();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-03-14T10:00:00Z') });
  const dateInOneMinute = 'Sun, 14 Mar 2027 10:01:00 GMT';
  server.answer(brands.setup, () => new Response('{}', { status: 503, headers: { 'retry-after': dateInOneMinute } }));
  const { retryAfterSeconds } = await catchProblem(call(brands.setup));
  expect(retryAfterSeconds).toBe(60);
});

test.each([
  [401, 'NO_SESSION'],
  [403, 'NOT_PERMITTED'],
  [404, 'RESULTS_NOT_FOUND'],
  [413, 'TOO_LARGE'],
  [418, 'MALFORMED'],
  [429, 'TOO_MANY_ATTEMPTS'],
  [500, 'INTERNAL'],
  [502, 'BUSY'],
  [503, 'BUSY'],
  [504, 'BUSY'],
])("a gateway's page with status %i is the problem %s", async (status, code) => {
  const server = startFakeServer();
  server.answer(brands.setup, () => new Response('<h1>Bad gateway</h1>', { status }));
  expect(await catchProblem(call(brands.setup))).toMatchObject({ code, status, requestId: null });
});

test.each([
  ['nothing', ''],
  ['null', 'null'],
  ['a page', '<!doctype html>'],
])('%s in place of the value that the contract declares cannot be read', async (_, responseText) => {
  const server = startFakeServer();
  server.answer(users.current, () => new Response(responseText));
  expect(await catchProblem(call(users.current))).toMatchObject({ code: 'UNREADABLE', status: 200 });
});

test('a lost connection is the problem UNREACHABLE', async () => {
  const server = startFakeServer();
  server.loseConnection(brands.setup);
  expect(await catchProblem(call(brands.setup))).toMatchObject({ code: 'UNREACHABLE', status: 0 });
});

test('an aborted call throws the reason of its abort signal and not a problem', async () => {
  const server = startFakeServer();
  server.answer(brands.setup, () => new Promise<never>(() => {}));
  const controller = new AbortController();
  const promise = call(brands.setup, { signal: controller.signal });
  controller.abort(new Error('Somebody typed on.'));
  await expect(promise).rejects.toThrow('Somebody typed on.');
});

test('every response with the status 401 is reported with the refused token, even if the stored token was replaced in the meantime', async () => {
  const server = startFakeServer();
  server.answer(users.current, () => {
    localStorage.setItem('token', 'new');
    return createRefusal('NO_SESSION');
  });
  const refusedTokens: (string | null)[] = [];
  const controller = onSessionLost((token) => refusedTokens.push(token));
  localStorage.setItem('token', 'old');
  await catchProblem(call(users.current));
  controller();
  await catchProblem(call(users.current));
  expect(refusedTokens).toEqual(['old']);
});
