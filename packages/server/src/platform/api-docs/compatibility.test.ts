import { endpoints } from '@basics/contract/api.ts';
import { apiBase } from '@basics/contract/calls/limits.ts';
import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { readdir, readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { listBreaks } from './compatibility.ts';
import { createOpenApi } from './openapi.ts';

const releases = new URL('../../testing/releases/', import.meta.url);
const anyObject = z.record(z.string(), z.unknown());

test('a client of each released version still works: no call, field or value of its API is gone or narrower', async () => {
  const files = (await readdir(releases)).filter((file) => file.startsWith('openapi-'));
  expect(files).not.toEqual([]);
  const current = createOpenApi(endpoints, apiBase);
  for (const file of files) {
    const text = gunzipSync(await readFile(new URL(file, releases))).toString();
    // If a break is intended before a version is released, write-release.ts writes its document again.
    expect(listBreaks(anyObject.parse(JSON.parse(text)), current), file).toEqual([]);
  }
});

const call: Endpoint = {
  name: 'things.put',
  summary: 'Change a thing',
  method: 'PUT',
  path: '/thing/{id}',
  access: 'session',
  machines: true,
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({ page: z.optional(z.int()) }),
  body: z.strictObject({
    name: z.string().check(z.maxLength(20)),
    size: z.optional(z.enum(['small', 'large'])),
    note: z.optional(z.nullable(z.string())),
  }),
  reply: z.strictObject({
    id: z.int(),
    state: z.enum(['on', 'off']),
    items: z.array(z.strictObject({ at: z.string() })),
  }),
  problems: [],
};
const body = { name: z.string().check(z.maxLength(20)), size: z.optional(z.enum(['small', 'large'])) };
const note = z.optional(z.nullable(z.string()));
const reply = { id: z.int(), state: z.enum(['on', 'off']), items: z.array(z.strictObject({ at: z.string() })) };

const { machines: _machines, ...closedToKeys } = call;
const { query: _query, ...withoutQuery } = call;
const compare = (change: Partial<Endpoint>, rest: Endpoint = call) =>
  listBreaks(createOpenApi([call], apiBase), createOpenApi([{ ...rest, ...change }], apiBase));

test('a call that no longer accepts keys or a parameter is found', () => {
  expect(compare({}, closedToKeys)).toEqual(['PUT /thing/{id}: key is no longer accepted']);
  expect(compare({}, withoutQuery)).toEqual(['PUT /thing/{id} parameters.page: the field is gone']);
});

test.each([
  ['the path', { path: '/things/{id}' }, 'PUT /thing/{id}: the call is gone'],
  [
    'a required parameter',
    { query: z.strictObject({ page: z.int() }) },
    'PUT /thing/{id} parameters.page: the field became required',
  ],
  ['a field of the body', { body: z.strictObject(body) }, 'PUT /thing/{id} body.note: the field is gone'],
  [
    'a required field of the body',
    { body: z.strictObject({ ...body, note, day: z.string() }) },
    'PUT /thing/{id} body.day: the field became required',
  ],
  [
    'a bound of the body',
    { body: z.strictObject({ ...body, note, name: z.string().check(z.maxLength(10)) }) },
    'PUT /thing/{id} body.name: maxLength became lower',
  ],
  [
    'a value of the body',
    { body: z.strictObject({ ...body, note, size: z.optional(z.enum(['small'])) }) },
    'PUT /thing/{id} body.size: only small are accepted',
  ],
  [
    'null in the body',
    { body: z.strictObject({ ...body, note: z.optional(z.string()) }) },
    'PUT /thing/{id} body.note: the type string,null became string',
  ],
  ['the reply', { reply: null }, 'PUT /thing/{id}: the reply 200 is gone'],
  [
    'a type of the reply',
    { reply: z.strictObject({ ...reply, id: z.string() }) },
    'PUT /thing/{id} 200.id: the type integer became string',
  ],
  [
    'null in the reply',
    { reply: z.strictObject({ ...reply, id: z.nullable(z.int()) }) },
    'PUT /thing/{id} 200.id: no variant fits',
  ],
  [
    'a field in a list of the reply',
    { reply: z.strictObject({ ...reply, items: z.array(z.strictObject({})) }) },
    'PUT /thing/{id} 200.items[].at: the field is gone',
  ],
  [
    'an optional field of the reply',
    { reply: z.strictObject({ ...reply, id: z.optional(z.int()) }) },
    'PUT /thing/{id} 200.id: the field may be absent',
  ],
] as const)('a change of %s that clients notice is found', (_, change, expected) => {
  expect(compare(change).map((text) => text.slice(0, expected.length))).toContain(expected);
});

test('new calls, optional fields of bodies, fields of replies, and values in replies are no breaks', () => {
  expect(
    compare({
      body: z.strictObject({
        ...body,
        note,
        size: z.optional(z.enum(['small', 'large', 'huge'])),
        day: z.optional(z.string()),
      }),
      reply: z.strictObject({ ...reply, state: z.enum(['on', 'off', 'idle']), day: z.string() }),
    }),
  ).toEqual([]);
});
