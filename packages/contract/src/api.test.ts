import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { api, endpoints } from './api.ts';
import { permissions } from './calls/permissions.ts';
import { problems } from './calls/problems.ts';

const calls = Object.entries(api).flatMap(([feature, featureCalls]) =>
  Object.entries(featureCalls).map(([name, call]) => ({ feature, name, call })),
);

describe('every API call', () => {
  test('the name of every call is its feature and its key in this feature', () => {
    for (const { feature, name, call } of calls) expect(call.name).toBe(`${feature}.${name}`);
    expect(endpoints.map(({ name }) => name)).toEqual(calls.map(({ call }) => call.name));
  });

  test('every call has its own method and path', () => {
    const methodsAndPaths = endpoints.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
    expect(new Set(methodsAndPaths).size).toBe(endpoints.length);
    for (const { path } of endpoints) expect(path).toMatch(/^(\/([\w-]+|\{\w+\}))+$/);
  });

  test.each(endpoints.map((declaredCall) => [declaredCall.name, declaredCall] as const))(
    '%s has consistent parameters, access and problems',
    (_, { path, params, method, body, access, problems: problemCodes }) => {
      const pathParameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declaredParameters = params
        ? Object.keys(z.toJSONSchema(params, { unrepresentable: 'any' }).properties ?? {})
        : [];
      expect(declaredParameters).toEqual(pathParameters);
      if (method === 'GET') expect(body).toBeUndefined();
      for (const code of problemCodes) expect(problems[code].status).not.toBe(401);
      if (typeof access !== 'string') {
        const requiredPermissions = 'any' in access ? access.any : access.all;
        expect(requiredPermissions.length).toBeGreaterThan(0);
        for (const permission of requiredPermissions) expect(permissions).toContain(permission);
      }
    },
  );

  test.each(
    endpoints.flatMap(({ name, params, query, body }) =>
      [params, query, body].flatMap((schema) => (schema ? [[name, schema] as const] : [])),
    ),
  )('%s refuses a field that its schema does not declare (T019)', (_, schema) => {
    const parseResult = schema.safeParse({ surelyUnknown: 1 });
    const issues = parseResult.success ? [] : parseResult.error.issues;
    // The body of `deleteMany` is a list of ids, not an object.
    const isList = issues.some(({ code, path }) => code === 'invalid_type' && path.length === 0);
    const isFieldRefused = isList || issues.some(isUnknownFieldIssue);
    expect(isFieldRefused).toBe(true);
  });
});

test('a call that creates a record with an address of its own declares this address, with fields of its reply', () => {
  const reads = endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path.replaceAll(/\{\w+\}/g, '{}'));
  const creations = endpoints.filter(
    ({ method, path, reply }) =>
      method === 'POST' && typeof reply === 'object' && reads.includes(`${path.replaceAll(/\{\w+\}/g, '{}')}/{}`),
  );
  expect(creations.length).toBeGreaterThanOrEqual(6);
  for (const { name, location } of creations) expect(location, name).toBeDefined();
  for (const { name, location, reply } of endpoints) {
    if (location === undefined || typeof reply !== 'object' || reply === null) continue;
    const replyText = JSON.stringify(z.toJSONSchema(reply, { unrepresentable: 'any' }));
    for (const [, field] of location.matchAll(/\{(\w+)\}/g)) expect(replyText, name).toContain(`"${field}":`);
  }
});

test('each export has the keyword, the order and the filters of the list that it exports', () => {
  const listFields = (name: string): string[] => {
    const body = endpoints.find((declaredCall) => declaredCall.name === name)?.body;
    const names = body ? Object.keys(z.toJSONSchema(body, { unrepresentable: 'any' }).properties ?? {}) : [];
    return names.filter((field) => !['pageNumber', 'pageSize', 'after', 'before'].includes(field)).toSorted();
  };
  const exportNames = endpoints.map(({ name }) => name).filter((name) => name.endsWith('.export'));
  expect(exportNames.length).toBeGreaterThan(7);
  for (const name of exportNames)
    expect([name, listFields(name)]).toEqual([name, listFields(name.replace('.export', '.search'))]);
});

/**
 * Whether a validation issue is that the body contains an unknown field. If the schema of the body is a union, every member of the union
 * must refuse the field.
 */
const isUnknownFieldIssue = (issue: z.core.$ZodIssue): boolean =>
  issue.code === 'unrecognized_keys' ||
  (issue.code === 'invalid_union' && issue.errors.every((unionIssues) => unionIssues.some(isUnknownFieldIssue)));
