import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { api, endpoints } from './api.ts';
import { permissions } from './permissions.ts';
import { problems } from './problems.ts';

const calls = Object.entries(api).flatMap(([feature, declared]) =>
  Object.entries(declared).map(([name, call]) => ({ feature, name, call })),
);

describe('every call', () => {
  test('is named by its feature and its key', () => {
    for (const { feature, name, call } of calls) expect(call.name).toBe(`${feature}.${name}`);
    expect(endpoints.map(({ name }) => name)).toEqual(calls.map(({ call }) => call.name));
  });

  test('has its own method and path', () => {
    const addresses = endpoints.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
    expect(new Set(addresses).size).toBe(endpoints.length);
    for (const { path } of endpoints) expect(path).toMatch(/^(\/([\w-]+|\{\w+\}))+$/);
  });

  test.each(endpoints.map((each) => [each.name, each] as const))(
    '%s has consistent parameters, access and problems',
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
    // The body of `deleteMany` is a list of ids, not an object.
    const isNoObject = issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0);
    const isRefused = isNoObject || issues.some(refusesField);
    expect(isRefused).toBe(true);
  });
});

/** Of a body with several forms, each form refuses the field. */
const refusesField = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'unrecognized_keys' ||
  (issue.code === 'invalid_union' && issue.errors.every((form) => form.some(refusesField)));
