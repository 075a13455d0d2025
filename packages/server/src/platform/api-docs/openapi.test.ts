import { api, endpoints } from '@basics/contract/api.ts';
import { apiBase, portalVersion } from '@basics/contract/calls/limits.ts';
import { problems } from '@basics/contract/calls/problems.ts';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { createOpenApi } from './openapi.ts';

const contentSchema = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()) }));
const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  security: z.optional(z.array(z.unknown())),
  parameters: z.optional(
    z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean(), description: z.optional(z.string()) })),
  ),
  requestBody: z.optional(z.object({ required: z.boolean(), content: contentSchema })),
  responses: z.record(z.string(), z.object({ description: z.string(), content: z.optional(contentSchema) })),
});
const document = z
  .object({
    openapi: z.string(),
    info: z.object({ version: z.string() }),
    servers: z.array(z.object({ url: z.string() })),
    paths: z.record(z.string(), z.record(z.string(), operation)),
    components: z.object({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
  })
  .parse(createOpenApi(endpoints, 'https://portal.example'));

/** Lists the fields without a description in schemas, and in the schemas to which they refer. */
function listUndescribed(value: unknown, place: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
    if (key === '$ref') {
      const name = String(part).replace('#/components/schemas/', '');
      return listUndescribed(document.components.schemas[name], name);
    }
    if (key !== 'properties' || typeof part !== 'object' || part === null) return listUndescribed(part, place);
    return Object.entries(part).flatMap(([name, field]: [string, unknown]) => [
      ...(typeof field === 'object' && field !== null && 'description' in field ? [] : [`${place}.${name}`]),
      ...listUndescribed(field, `${place}.${name}`),
    ]);
  });
}

const parsedDocument = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation_]) => ({ path, method: method.toUpperCase(), ...operation_ })),
);

const describeCall = (operation_: { method: string; path: string }) => `${operation_.method} ${operation_.path}`;

describe('the OpenAPI document', () => {
  test('the OpenAPI document has the version 3.1, the version of the portal, and the public address of the portal', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info.version).toBe(portalVersion);
    expect(document.servers).toEqual([{ url: `https://portal.example${apiBase}` }]);
  });

  test('the OpenAPI document contains exactly the calls of the API contract (T481)', () => {
    const declaredCalls = Object.values(api).flatMap((feature) => Object.values(feature));
    expect(parsedDocument.map(describeCall).toSorted()).toEqual(declaredCalls.map(describeCall).toSorted());
    expect(new Set(parsedDocument.map(({ operationId }) => operationId)).size).toBe(parsedDocument.length);
  });

  test.each(endpoints.map((operation_) => [operation_.name, operation_] as const))(
    'the document describes %s completely (T482)',
    (name, endpoint) => {
      const documentedCall = parsedDocument.find(({ operationId }) => operationId === name);
      expect(documentedCall).toMatchObject({ method: endpoint.method, path: endpoint.path, summary: endpoint.summary });
      expect(documentedCall?.requestBody !== undefined).toBe(endpoint.body !== undefined);
      expect(documentedCall?.requestBody?.required).toBe(endpoint.body && !endpoint.body.safeParse({}).success);
      const pathParameters = (documentedCall?.parameters ?? [])
        .filter((operation_) => operation_.in === 'path')
        .map((operation_) => `{${operation_.name}}`);
      expect(pathParameters).toEqual(endpoint.path.match(/\{\w+\}/g) ?? []);
      const ofKeys = endpoint.machines ? [{ session: [] }, { key: [] }] : undefined;
      expect(documentedCall?.security).toEqual(endpoint.access === 'public' ? [] : ofKeys);
      const responses = Object.entries(documentedCall?.responses ?? {});
      expect(responses.map(([status]) => status)).toContain(endpoint.reply === null ? '204' : '200');
      for (const code of [...endpoint.problems, 'INTERNAL', 'BUSY', 'MALFORMED', 'INVALID'] as const) {
        const response = responses.find(([status]) => status === String(problems[code].status))?.[1];
        expect(response?.description).toContain(`\`${code}\`: ${problems[code].message}`);
        expect(response?.content?.['application/json']?.schema).toEqual({ $ref: '#/components/schemas/Problem' });
      }
      if (endpoint.access !== 'public') expect(Object.keys(documentedCall?.responses ?? {})).toContain('401');
      if (typeof endpoint.access !== 'string') expect(documentedCall?.description).toMatch(/^Needs (any|all) of: `/);
    },
  );

  test('each record has a name in the OpenAPI document, and each body and reply refers to a name', () => {
    const schemas = new Map(Object.entries(document.components.schemas));
    expect([...schemas.keys()]).toEqual(
      expect.arrayContaining(['Company', 'Event', 'License', 'Machine', 'Order', 'ReleaseNote', 'ToolGrant', 'User']),
    );
    const contents = parsedDocument.flatMap(({ requestBody, responses }) => [
      requestBody?.content['application/json'],
      responses['200']?.content?.['application/json'],
    ]);
    const references = contents.flatMap((content) => (content ? [String(content.schema['$ref'])] : []));
    expect(references.length).toBeGreaterThan(300);
    for (const reference of references)
      expect(schemas.has(reference.replace('#/components/schemas/', '')), reference).toBe(true);
    // A list of users has the schema of a user, so that a generated client has one type for it.
    expect(JSON.stringify(schemas.get('UsersSearchReply'))).toContain('"items":{"$ref":"#/components/schemas/User"}');
  });

  test('each field of a call that is open to keys has a description', () => {
    const missing = parsedDocument
      .filter(({ security }) => security?.length === 2)
      .flatMap((call) => listUndescribed([call.requestBody, call.responses, call.parameters], call.operationId));
    expect([...new Set(missing)]).toEqual([]);
  });

  test('in the OpenAPI document, the nested fields of a query are optional parameters with dotted names', () => {
    const listCall = parsedDocument.find(({ operationId }) => operationId === 'licenses.list');
    const query = listCall?.parameters?.filter((operation_) => operation_.in === 'query');
    expect(query?.map(({ name }) => name)).toEqual([
      'pageNumber',
      'pageSize',
      'keyword',
      'sort.field',
      'sort.direction',
      'status',
    ]);
    expect(query?.some(({ required }) => required)).toBe(false);
  });

  test('the OpenAPI document passes the Redocly linter with its strictest rules', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'basics-openapi-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(createOpenApi(endpoints, 'http://127.0.0.1:3000')));
    const cli = join(import.meta.dirname, '../../../../../node_modules/@redocly/cli/bin/cli.js');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [cli, 'lint', '--extends', 'recommended-strict', file],
      {
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
        encoding: 'utf8',
      },
    );
    expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
  });
});
