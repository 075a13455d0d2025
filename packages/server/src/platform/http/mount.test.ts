import { endpoint, type Endpoint } from '@basics/contract/calls/endpoint.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { databaseInteger, day, moment } from '@basics/contract/fields/fields.ts';
import { createPageBody, idList } from '@basics/contract/calls/lists.ts';
import { toPermissionContext, listPermissions } from '@basics/contract/calls/permissions.ts';
import type { InjectOptions } from 'fastify';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { DatabaseBusy } from '#server/database/failures.ts';
import { createHttp } from './create-http.ts';
import { invalid, problem } from '#server/platform/problem.ts';
import { partsWithoutDatabase } from '#server/testing/parts-without-database.ts';
import type { Actor } from './call-context.ts';
import { mount } from './mount.ts';

const declareCall = <const E extends Partial<Endpoint>>(callPart: E) =>
  endpoint({
    name: 'test.call',
    summary: 'A call of this test',
    method: 'POST',
    path: '/call',
    access: 'public',
    reply: z.strictObject({ said: z.string() }),
    problems: [],
    ...callPart,
  });

/**
 * Returns the access unchanged, but with the general type: with a narrower type, the type of the handler's `actor`
 * would be too narrow.
 */
const widenAccessType = (access: Endpoint['access']): Endpoint['access'] => access;

const admin: Actor = {
  userId: 1,
  profileID: 1,
  login: 'a',
  sessionId: 's',
  permissions: listPermissions(toPermissionContext({ userId: 1, profileID: 1 })),
};

type Router = Awaited<ReturnType<typeof openRouter>>;

/** Opens a server with only the calls of a test. The server accepts only the token `admin`. */
async function openRouter() {
  const http = createHttp({ log: pino({ level: 'silent' }), secureUrl: false });
  onTestFinished(() => http.close());
  const authenticate = async (token: string): Promise<Actor | null> => (token === 'admin' ? admin : null);
  return { http, authenticate, parts: partsWithoutDatabase };
}

async function post(router: Router, payload: unknown, headers: Record<string, string> = {}) {
  const payloadText = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const injectOptions: InjectOptions = {
    method: 'POST',
    url: '/core/api/call',
    headers: { 'content-type': 'application/json', ...headers },
    payload: payloadText,
  };
  const response = await router.http.inject(injectOptions);
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}

const nestedSchema = z.strictObject({
  name: z.string(),
  inner: z.optional(z.strictObject({ list: z.array(z.strictObject({ at: z.int() })) })),
});

/** Mounts a call that returns its parsed input. */
async function mountEcho() {
  const router = await openRouter();
  mount(router, declareCall({ body: nestedSchema }), ({ body }) => ({ said: JSON.stringify(body) }));
  return router;
}

/** Creates a body with the given number of bytes. */
const createBodyOfSize = (bytes: number) => JSON.stringify({ name: 'x'.repeat(bytes - 11) });

const createBodyWithKeys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [at.toString(36), 1]));

/** Mounts a call that requires the given access and returns the login of the actor. */
async function mountGuarded(access: Endpoint['access']) {
  const guardedRouter = await openRouter();
  mount(guardedRouter, declareCall({ access }), ({ actor }) => ({ said: String(actor?.login) }));
  return guardedRouter;
}

describe('the input of a call', () => {
  test.each([
    [{ name: 'a', extra: 1 }, { extra: 'Unknown field. Remove it.' }],
    [{ name: 'a', inner: { list: [], more: 1 } }, { 'inner.more': 'Unknown field. Remove it.' }],
    [
      { name: 'a', inner: { list: [{ at: 1 }, { at: 2, id: 3, by: 4 }] } },
      {
        'inner.list.1.id': 'Unknown field. Remove it.',
        'inner.list.1.by': 'Unknown field. Remove it.',
      },
    ],
    [
      { inner: { list: [{ at: 'x' }] } },
      { name: 'Name is required.', 'inner.list.0.at': 'This value must be a number.' },
    ],
    [{ name: { $ne: 1 } }, { name: 'This value must be a text.' }],
    [{ name: ['a'] }, { name: 'This value must be a text.' }],
    [{ name: true }, { name: 'This value must be a text.' }],
    [{ name: null }, { name: 'This value must not be null. Send a value, or leave the field out.' }],
    [{ name: 'a\0' }, { name: 'This value is not allowed.' }],
  ])('the body %j is refused, and each fault is reported at the path of its field (T511)', async (body, fields) => {
    expect(await post(await mountEcho(), body)).toMatchObject({ status: 422, body: { code: 'INVALID', fields } });
  });

  const fieldSchema = z.strictObject({
    required: z.string({ error: fieldMessages.title }),
    unnamed: z.string({ error: fieldMessages.notAllowed }),
    status: z.enum(['Active', 'expired']),
    validFrom: z.nullable(day),
    at: moment,
    count: databaseInteger(),
    step: z.number().check(z.multipleOf(0.25)),
    flag: z.boolean(),
    ids: idList,
    code: z.string().check(z.minLength(1), z.maxLength(3)),
    inner: z.strictObject({ id: z.int() }),
    change: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('one') }),
      z.strictObject({ kind: z.literal('other') }),
    ]),
    entry: z.union([z.int().check(z.minimum(1)), z.strictObject({ id: z.int() })]),
  });
  const fieldValues = {
    required: 'a',
    unnamed: 'a',
    status: 'ACTIVE',
    validFrom: null,
    at: '2027-03-31T12:00:00Z',
    count: 1,
    step: 0.5,
    flag: true,
    ids: [1],
    code: 'a',
    inner: { id: 1 },
    change: { kind: 'One' },
    entry: 1,
  };

  test.each([
    ['required', undefined, 'Title is required.'],
    ['required', null, 'Title is required.'],
    ['required', 1, 'This value must be a text.'],
    ['unnamed', undefined, 'Unnamed is required.'],
    ['unnamed', 1, 'This value must be a text.'],
    ['status', undefined, 'Status is required.'],
    ['status', 'ended', 'This value is not allowed. Use one of these: Active, expired.'],
    ['validFrom', undefined, 'Valid from is required.'],
    ['validFrom', '1.2.2027', 'Enter a day like 2027-03-31.'],
    ['at', '2027-03-31', 'Enter a date and time in UTC like 2027-03-31T12:00:00Z.'],
    ['count', '1', 'This value must be a number.'],
    ['count', 1.5, 'This value must be a whole number.'],
    ['count', -1, 'This value must be at least 0.'],
    ['count', 2 ** 31, 'This value must be at most 2,147,483,647.'],
    ['step', 0.3, 'This value must be a multiple of 0.25.'],
    ['flag', 'yes', 'This value must be true or false.'],
    ['ids', 1, 'This value must be a list.'],
    ['ids', [], 'This value must not be empty.'],
    ['ids', Array.from({ length: 201 }, () => 1), 'This list must have at most 200 entries.'],
    ['code', '', 'This value must not be empty.'],
    ['code', 'abcd', 'Enter at most 3 characters.'],
    ['inner', [], 'This value must be an object.'],
    ['inner', undefined, 'Inner is required.'],
    ['change', undefined, 'Change is required.'],
    ['change.kind', { kind: 'third' }, 'This value is not allowed. Use one of these: one, other.'],
    ['change.kind', {}, 'Kind is required.'],
    ['entry', 0, 'This value must be at least 1.'],
    ['entry.id', { id: 'a' }, 'This value must be a number.'],
  ] as const)(
    'the field %s with a wrong value is refused with the words of its fault (case %#)',
    async (path, value, message) => {
      const router = await openRouter();
      mount(router, declareCall({ body: fieldSchema }), ({ body }) => ({ said: JSON.stringify(body) }));
      expect((await post(router, fieldValues)).status).toBe(200);
      const [name = ''] = path.split('.');
      const { body } = await post(router, { ...fieldValues, [name]: value });
      expect(Object(body).fields).toEqual({ [path]: message });
    },
  );

  test.each([
    [[], { body: 'This value must not be empty.' }],
    [Array.from({ length: 201 }, () => 1), { body: 'This list must have at most 200 entries.' }],
    [[1, 'a'], { '1': 'This value must be a number.' }],
  ])('a list of ids with a wrong length or entry is refused with the bound or the entry (%#)', async (body, fields) => {
    const router = await openRouter();
    mount(router, declareCall({ body: idList }), () => ({ said: '' }));
    expect(await post(router, body)).toMatchObject({ status: 422, body: { fields } });
  });

  test('a read-only field that a client sends back may not have too many levels of nesting', async () => {
    const router = await openRouter();
    const record = z.strictObject({ name: z.string(), note: z.unknown() });
    const declaredCall = declareCall({ body: z.strictObject({ name: z.string() }), record });
    mount(
      router,
      declaredCall,
      ({ body }) => ({ said: JSON.stringify(body) }),
      async () => ({ name: 'a', note: [' b '] }),
    );
    expect(await post(router, { name: 'c', note: ['b'] })).toMatchObject({
      status: 200,
      body: { said: '{"name":"c"}' },
    });
    expect(await post(router, { name: 'c', note: ['c'] })).toMatchObject({ status: 422 });
    const deepText = `{"name":"c","note":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    expect(await post(router, deepText)).toMatchObject({ status: 400, body: { code: 'MALFORMED' } });
  });

  test('the body of a list may be absent, and an unknown filter is refused with the fields of the list', async () => {
    const router = await openRouter();
    const listBody = createPageBody(['name'], 20, { status: z.optional(z.enum(['Active'])) });
    mount(router, declareCall({ body: listBody }), ({ body }) => ({ said: JSON.stringify(body) }));
    expect(await post(router, '')).toMatchObject({ status: 200 });
    expect(await post(router, { status: 'active', sort: { field: 'NAME', direction: 'Desc' } })).toMatchObject({
      status: 200,
      body: { said: expect.stringContaining('"Active"') },
    });
    expect(await post(router, { state: 'Active', pageSize: 201, pageNumber: 0 })).toMatchObject({
      status: 422,
      body: {
        fields: {
          state:
            'Unknown field. Remove it, or use one of the fields of this list: keyword, sort, pageNumber, pageSize, status.',
          pageSize: 'This value must be at most 200.',
          pageNumber: 'This value must be at least 1.',
        },
      },
    });
  });

  test.each([
    ['no body', ''],
    ['half a body', '{"name":'],
    ['not JSON', 'name=a'],
    ['a list', '[]'],
    ['a text', '"a"'],
    ['null', 'null'],
    ['a number', '1e999'],
    ['single quotes', "{'name':'a'}"],
    ['a trailing comma', '{"name":"a",}'],
    ['__proto__', '{"name":"a","__proto__":{"polluted":1}}'],
    ['__proto__ inside', '{"name":"a","inner":{"__proto__":{"polluted":1}}}'],
    ['__proto__ escaped', '{"name":"a","\\u005f_proto__":{"polluted":1}}'],
    ['constructor.prototype', '{"name":"a","constructor":{"prototype":{"polluted":1}}}'],
    ['21 levels', `${'['.repeat(21)}${']'.repeat(21)}`],
    ['21 levels of objects', `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`],
    ['10,000 levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ])('a body with %s is malformed (T503)', async (_, text) => {
    expect(await post(await mountEcho(), text)).toMatchObject({ status: 400, body: { code: 'MALFORMED' } });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test('a body with 20 levels of nesting is not refused as malformed, but because of its wrong fields (T505)', async () => {
    const deepBody = { name: 'a', inner: JSON.parse(`${'['.repeat(19)}${']'.repeat(19)}`) };
    expect(await post(await mountEcho(), deepBody)).toMatchObject({
      status: 422,
      body: { fields: { inner: expect.any(String) } },
    });
  });

  test('a body with 10,000 keys is too large, and the response to a body with 6,000 wrong keys reports only 100 of them (T504)', async () => {
    expect((await post(await mountEcho(), createBodyWithKeys(10_000))).status).toBe(413);
    const { status, body } = await post(await mountEcho(), createBodyWithKeys(6000));
    expect(status).toBe(422);
    expect(Object.keys(body.fields)).toHaveLength(100);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/html',
    'application/xml',
    '',
  ])('a body with content type %j is refused, even if it contains JSON (T506)', async (type) => {
    expect(await post(await mountEcho(), { name: 'a' }, { 'content-type': type })).toMatchObject({
      status: 415,
      body: { code: 'WRONG_MEDIA_TYPE' },
    });
  });

  test.each(['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'APPLICATION/JSON'])(
    'a body with the content type %s is parsed as JSON',
    async (type) => {
      expect((await post(await mountEcho(), { name: 'a' }, { 'content-type': type })).status).toBe(200);
    },
  );

  test('a body of 64 KiB is accepted, and a body with one byte more is too large (T502)', async () => {
    const router = await openRouter();
    mount(router, declareCall({ body: z.strictObject({ name: z.string() }) }), ({ body }) => ({
      said: String(body.name.length),
    }));
    expect((await post(router, createBodyOfSize(65_536))).status).toBe(200);
    expect(await post(router, createBodyOfSize(65_537))).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } });
  });

  test('a call that declares a higher limit accepts a body up to this limit, and the refusal of a larger body names the limit (T507)', async () => {
    const router = await openRouter();
    const bodyBytes = 2 * 1024 ** 2;
    mount(router, declareCall({ body: z.strictObject({ name: z.string() }), bodyBytes }), ({ body }) => ({
      said: String(body.name.length),
    }));
    expect((await post(router, createBodyOfSize(bodyBytes))).status).toBe(200);
    expect(await post(router, createBodyOfSize(bodyBytes + 1))).toMatchObject({
      status: 413,
      body: { code: 'TOO_LARGE', message: 'This request is too large. Send at most 2 MiB.' },
    });
  });

  test('a call that declares no body and no query refuses both', async () => {
    const router = await openRouter();
    mount(router, declareCall({}), () => ({ said: 'ok' }));
    expect((await post(router, '', {})).status).toBe(200);
    expect((await post(router, {})).status).toBe(200);
    expect(await post(router, { isAdmin: true })).toMatchObject({
      status: 422,
      body: { fields: { isAdmin: expect.any(String) } },
    });
    expect(await post(router, [1])).toMatchObject({ status: 400 });
    const queryResponse = await router.http.inject({ method: 'POST', url: '/core/api/call?debug=1' });
    expect({ status: queryResponse.statusCode, body: queryResponse.json() }).toMatchObject({
      status: 422,
      body: { fields: { debug: 'Unknown field. Remove it.' } },
    });
  });

  test('a caller without access gets 401 before the server parses the body', async () => {
    const router = await openRouter();
    mount(router, declareCall({ access: widenAccessType('session'), body: nestedSchema }), () => ({ said: 'ok' }));
    expect((await post(router, '{"name":')).status).toBe(401);
    expect((await post(router, '{"name":', { authorization: 'Bearer admin' })).status).toBe(400);
  });
});

describe('the reply of a call', () => {
  test('if a handler returns a field that is not in the API contract, the server sends 500 and not the reply (T510)', async () => {
    const router = await openRouter();
    // The test parses the reply from JSON, because the compiler would refuse a literal with an undeclared field.
    mount(router, declareCall({}), () => JSON.parse('{"said":"ok","passwordHash":"CANARY"}'));
    const { status, body } = await post(router, {});
    expect({ status, body }).toEqual({
      status: 500,
      body: {
        code: 'INTERNAL',
        message: 'Something went wrong. Please try again later.',
        requestId: expect.stringMatching(/^[\w-]{12}$/),
      },
    });
  });

  test.each([
    ['an error', () => new Error('CANARY in select * from users where secret = 1')],
    [
      'an error of a database',
      () => Object.assign(new Error('CANARY'), { code: '42P01', detail: 'CANARY', hint: 'CANARY' }),
    ],
    ['an error with a status of its own', () => Object.assign(new Error('CANARY'), { statusCode: 200 })],
    ['an error with a 4xx status of its own', () => Object.assign(new Error('CANARY'), { statusCode: 418 })],
    ['a type error', () => new TypeError('CANARY is not a function')],
    ['an error with a cause', () => new Error('CANARY', { cause: new Error('CANARY') })],
  ])('the reply contains no details of %s (T512)', async (_, createError) => {
    const router = await openRouter();
    mount(router, declareCall({}), () => Promise.reject(createError()));
    const { status, body, headers } = await post(router, {});
    expect([400, 500]).toContain(status);
    expect(JSON.stringify([body, headers])).not.toMatch(/CANARY|select|\.ts|node_modules| at /);
  });

  test('a problem that a handler throws is sent with its status, message and fields', async () => {
    const router = await openRouter();
    mount(router, declareCall({}), () => Promise.reject(invalid({ 'a.b': 'No.' })));
    expect(await post(router, {})).toMatchObject({
      status: 422,
      body: {
        code: 'INVALID',
        message: 'Some fields are missing or not valid. Correct them and try again.',
        fields: { 'a.b': 'No.' },
      },
    });
  });

  test.each([
    [1, '1'],
    [0.2, '1'],
    [4.2, '5'],
    [300, '300'],
  ])('a waiting time of %d seconds is rounded up to %s seconds in the answer', async (seconds, expected) => {
    const router = await openRouter();
    mount(router, declareCall({}), () => Promise.reject(problem('TOO_MANY_ATTEMPTS', { retryAfterSeconds: seconds })));
    expect(await post(router, {})).toMatchObject({ status: 429, headers: { 'retry-after': expected } });
  });

  test('a busy database is answered with 503 and Retry-After', async () => {
    const router = await openRouter();
    mount(router, declareCall({}), () => Promise.reject(new DatabaseBusy('locked')));
    expect(await post(router, {})).toMatchObject({
      status: 503,
      body: { code: 'BUSY' },
      headers: { 'retry-after': '2' },
    });
  });

  test('an error during authentication is answered with 500 (T509)', async () => {
    const router = await openRouter();
    mount(
      { ...router, authenticate: () => Promise.reject(new Error('no database')) },
      declareCall({ access: widenAccessType('session') }),
      () => ({
        said: 'ok',
      }),
    );
    const { status, body } = await post(router, {}, { authorization: 'Bearer admin' });
    expect({ status, code: body.code }).toEqual({ status: 500, code: 'INTERNAL' });
  });
});

describe('the access to a call', () => {
  const validToken = { authorization: 'Bearer admin' };
  const invalidToken = { authorization: 'Bearer other' };

  test('everybody can make a public call, with or without a valid token', async () => {
    const guardedRouter = await mountGuarded('public');
    expect((await post(guardedRouter, {})).body).toEqual({ said: 'undefined' });
    expect((await post(guardedRouter, {}, validToken)).body).toEqual({ said: 'a' });
    expect((await post(guardedRouter, {}, invalidToken)).body).toEqual({ said: 'undefined' });
  });

  test('a call that is not public needs a session and the required permission (T508)', async () => {
    expect((await post(await mountGuarded('session'), {})).status).toBe(401);
    expect((await post(await mountGuarded('session'), {}, invalidToken)).status).toBe(401);
    expect((await post(await mountGuarded('session'), {}, validToken)).status).toBe(200);
    expect((await post(await mountGuarded({ all: ['license.generate', 'license.menu'] }), {}, validToken)).status).toBe(
      403,
    );
    expect((await post(await mountGuarded({ any: ['license.generate', 'license.menu'] }), {}, validToken)).status).toBe(
      200,
    );
    expect((await post(await mountGuarded({ any: [] }), {}, validToken)).status).toBe(403);
  });
});
