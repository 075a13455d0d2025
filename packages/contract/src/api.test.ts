import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { api, endpoints } from './api.ts';
import { permissions } from './permissions.ts';
import { problems } from './problems.ts';

const rooms = Object.entries(api).flatMap(([room, calls]) =>
  Object.entries(calls).map(([name, call]) => ({ room, name, call })),
);

describe('every call', () => {
  test('is named by its room and its key', () => {
    for (const { room, name, call } of rooms) expect(call.name).toBe(`${room}.${name}`);
    expect(endpoints.map(({ name }) => name)).toEqual(rooms.map(({ call }) => call.name));
  });

  test('has an address of its own', () => {
    const addresses = endpoints.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
    expect(new Set(addresses).size).toBe(endpoints.length);
    for (const { path } of endpoints) expect(path).toMatch(/^(\/([\w-]+|\{\w+\}))+$/);
  });

  test.each(endpoints.map((each) => [each.name, each] as const))(
    '%s is sound',
    (_, { path, params, method, body, access, problems: own }) => {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = params ? Object.keys(z.toJSONSchema(params, { unrepresentable: 'any' }).properties ?? {}) : [];
      expect(declared).toEqual(inPath);
      if (method === 'GET') expect(body).toBeUndefined();
      for (const code of own) expect(problems[code].status).not.toBe(401);
      if (typeof access !== 'string') {
        const named = 'any' in access ? access.any : access.all;
        expect(named.length).toBeGreaterThan(0);
        for (const permission of named) expect(permissions).toContain(permission);
      }
    },
  );

  test.each(
    endpoints.flatMap(({ name, params, query, body }) =>
      [params, query, body].flatMap((shape) => (shape ? [[name, shape] as const] : [])),
    ),
  )('%s takes no field that it does not know', (_, shape) => {
    const refused = shape.safeParse({ surelyUnknown: 1 });
    const issues = refused.success ? [] : refused.error.issues;
    // A list of ids takes no object at all.
    const isNoObject = issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0);
    const isRefused = isNoObject || issues.some(({ code }) => code === 'unrecognized_keys');
    expect(isRefused).toBe(true);
  });
});
