import { binary, csv, type Endpoint } from '@basics/contract/calls/endpoint.ts';
import type { Access } from '@basics/contract/calls/permissions.ts';
import { apiBase, portalVersion } from '@basics/contract/calls/limits.ts';
import { problems, type ProblemCode } from '@basics/contract/calls/problems.ts';
import { acceptsAbsence } from '#server/platform/http/parse-input.ts';

import { findSubject } from './subjects.ts';
import { asObject, findFieldWords, nameSchemas, toJsonSchema, type NamedSchemas } from './named-schemas.ts';

type Json = Record<string, unknown>;
export type Parameter = {
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  example?: unknown;
  schema: Json;
};

/** Creates an OpenAPI 3.1 document of all calls of the API contract. */
export function createOpenApi(endpoints: readonly Endpoint[], server: string): Json {
  const named = nameSchemas(endpoints);
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints)
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = createOperation(endpoint, named);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Basics Portal',
      version: portalVersion,
      summary: 'Accounts and licences of the desktop tool Basics',
      description: [
        'Sign in with `POST /auth/token` and send the token as `Authorization: Bearer …` with every other call.',
        'If the profile requires two-step sign-in and it is not set up, most calls answer 403. Set it up with `POST /auth/second-factor/totp` and `POST /auth/second-factor/totp/{id}`, or in My Account.',
        'An optional field of a body may be absent, which means empty when a record is created and unchanged when it is changed. The version of a record is optional too: without it, a change overwrites a change that someone else made meanwhile. A record may be sent back as it was read. Unchanged read-only fields are then ignored, and changed ones are refused. All other unknown fields are refused.',
        'Answers are open: clients ignore fields that they do not know, because later versions add fields. The values of enumerations may be sent in any upper and lower case.',
        'A keyword with one or two letters finds the beginnings of names, companies and parts of addresses. A longer keyword also finds text inside words.',
        'Other systems send the key of a service account instead of a session token, `Authorization: Bearer bpk_…`, to the calls with the security scheme `key`. With a header `Idempotency-Key`, a POST or PUT by a key runs once, and its answer is repeated.',
        'Pages and API have one origin. The server answers pages of other origins (CORS) only if the operator has listed their origin.',
      ].join('\n\n'),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: server + apiBase, description: 'This portal' }],
    tags: [...new Set(endpoints.map(findSubject))],
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        key: { type: 'http', scheme: 'bearer', bearerFormat: 'The key of a service account' },
      },
      schemas: named.schemas,
    },
  };
}

function createOperation(endpoint: Endpoint, named: NamedSchemas): Json {
  const parameters = [...createParameters(endpoint.params, 'path'), ...createParameters(endpoint.query, 'query')];
  return {
    operationId: endpoint.name,
    tags: [findSubject(endpoint).name],
    summary: endpoint.summary,
    description: describeAccess(endpoint.access),
    ...(endpoint.access === 'public' && { security: [] }),
    ...(endpoint.machines && endpoint.access !== 'public' && { security: [{ session: [] }, { key: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && {
      requestBody: {
        required: !acceptsAbsence(endpoint.body),
        content: { 'application/json': { schema: named.refer(endpoint.body) } },
      },
    }),
    responses: { ...createSuccess(endpoint, named), ...createProblems(endpoint) },
  };
}

/** Returns a text that says who may make a call. The names of permissions are between back quotes. */
export function describeAccess(access: Access): string {
  if (access === 'public') return 'For everybody.';
  if (access === 'session') return 'For signed-in users.';
  if (access === 'administrator') return 'For administrators.';
  const [quantifier, needed] = 'any' in access ? ['any', access.any] : ['all', access.all];
  return `Needs ${quantifier} of: ${needed.map((permission) => `\`${permission}\``).join(', ')}.`;
}

function createSuccess({ reply, location }: Endpoint, named: NamedSchemas): Json {
  if (reply === null) return { 204: { description: 'Done.' } };
  if (reply === csv) return { 200: csvReply };
  const responseContent =
    reply === binary
      ? { 'application/vnd.basics.licence': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: named.refer(reply) } };
  const headers = location === undefined ? {} : { headers: { Location: locationHeader } };
  return { 200: { description: 'The requested data.', ...headers, content: responseContent } };
}

const locationHeader: Json = {
  description: 'The address of the record that the call has created (RFC 9110, 10.2.2).',
  schema: { type: 'string', format: 'uri-reference' },
};

const csvReply: Json = {
  description:
    'The rows as CSV (RFC 4180; UTF-8 with BOM), sent while they are read. A connection that breaks before its end means that rows are missing.',
  headers: { 'Content-Disposition': { description: 'The name of the file (RFC 6266).', schema: { type: 'string' } } },
  content: { 'text/csv': { schema: { type: 'string' } } },
};

/** The problems of calls that are open to keys. */
const keyProblems = ['KEY_REFUSED', 'KEY_NETWORK', 'TOO_MANY_ATTEMPTS'] as const;

/**
 * Lists the problems that a call can return: the problems of all calls of its kind, and the problems that the call
 * itself declares.
 */
export function listProblemCodes(endpoint: Endpoint): ProblemCode[] {
  const { access, params, method, problems: ownProblems } = endpoint;
  const codes: ProblemCode[] = [
    'MALFORMED',
    ...(access === 'public' ? [] : (['NO_SESSION'] as const)),
    ...(access === 'public' || access === 'session' ? [] : (['NOT_PERMITTED'] as const)),
    ...(params ? (['PAGE_NOT_FOUND'] as const) : []),
    ...(method === 'GET' ? [] : (['TOO_LARGE', 'WRONG_MEDIA_TYPE'] as const)),
    // Every call returns the problem INVALID if the input has an unknown field.
    'INVALID',
    ...ownProblems,
    ...(endpoint.machines ? keyProblems : (['NOT_FOR_KEYS'] as const)),
    'INTERNAL',
    'BUSY',
  ];
  return [...new Set(codes)];
}

function createProblems(endpoint: Endpoint): Json {
  const codesByStatus = Map.groupBy(listProblemCodes(endpoint), (code) => problems[code].status);
  return Object.fromEntries(
    [...codesByStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${problems[code].message}`).join('\n\n'),
        ...((status === 429 || status === 503) && {
          headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } } },
        }),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

/**
 * Creates the path parameters or the query parameters of a call. A nested field of a query becomes a separate parameter
 * with a dotted name.
 */
export function createParameters(schemaShape: Endpoint['params'], location: 'path' | 'query'): Parameter[] {
  return schemaShape ? listParameters(toJsonSchema(schemaShape, 'output'), location, '') : [];
}

function listParameters(schema: Json, location: 'path' | 'query', prefix: string): Parameter[] {
  const properties = asObject(schema['properties']);
  const requiredNames = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(properties).flatMap(([name, property]) => {
    const field = asObject(property);
    if (field['type'] === 'object') return listParameters(field, location, `${prefix}${name}.`);
    const isRequired = location === 'path' || (requiredNames.includes(name) && !('default' in field) && prefix === '');
    const { description, examples: [example] = [] } = findFieldWords(prefix + name, field);
    const words = { ...(description && { description }), ...(example !== undefined && { example }) };
    return [{ name: prefix + name, in: location, required: isRequired, ...words, schema: field }];
  });
}
