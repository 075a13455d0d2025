import { apiBase } from '@basics/contract/calls/limits.ts';
import { binary, csv } from '@basics/contract/calls/endpoint.ts';
import { csvExport } from '@basics/contract/calls/lists.ts';
import type { FileReply, Body, Endpoint, Params, Query, Reply } from '@basics/contract/calls/endpoint.ts';
import { isPermitted } from '@basics/contract/calls/permissions.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type * as z from 'zod/mini';
import { writeCsv, type CsvTable } from '#server/platform/csv/csv.ts';
import { translateTable } from '#server/platform/csv/screen-words.ts';
import type { Actor, CallContext, CallParts, Origin } from './call-context.ts';
import { answerOnce } from './idempotent-answers.ts';
import { readDeviceId, readIdCookie } from './request-origin.ts';
import {
  parseBody,
  parseParams,
  parseQuery,
  readDefinition,
  readField,
  requireShallow,
  separateReadOnly,
  type FaultFinder,
  type SchemaDefinition,
} from './parse-input.ts';
import { invalid, Problem, problem } from '#server/platform/problem.ts';
import { requireMachineAccess, type MachineAccess } from './machine-access.ts';
import { hideSecrets, isReadCall } from '#server/platform/security/viewing.ts';

/**
 * One call, as its handler receives it: who calls, when, with which input, and the parts of the server that it may need. `actor` is null only
 * if the endpoint is public. The functions that do the work take a part of this type as their first argument.
 */
export type Call<E extends Endpoint> = CallContext<E['access'] extends 'public' ? Actor | null : Actor> & {
  params: Params<E>;
  query: Query<E>;
  body: Body<E>;
  /** Adds a Set-Cookie header to the answer (RFC 6265). */
  setCookie: (cookie: string) => void;
  readCookie: ReadCookie;
};

/** Reads a cookie with a random id of this browser; null if there is none. */
export type ReadCookie = (name: string) => string | null;

/**
 * The result of a handler: the reply that the API contract declares, or nothing if it declares none. If the reply is CSV, the result is a
 * table whose rows are read while it is sent.
 */
export type CallResult<E extends Endpoint> = E['reply'] extends null
  ? void
  : E['reply'] extends typeof csv
    ? CsvTable
    : Reply<E>;

/** The function that reads the record that a call changes, if the API contract declares one. */
type RecordReader<E extends Endpoint> = E extends { record: infer Record extends z.ZodMiniType }
  ? [readRecord: (call: Call<E>) => Promise<z.output<Record>>]
  : [readRecord?: undefined];

/**
 * The dependencies of the router: the server on which calls are mounted, the functions that authenticate the token of a session and the key
 * of a service account, and the parts that every call receives.
 */
export type Router = {
  http: FastifyInstance;
  authenticate(token: string): Promise<Actor | null>;
  /** Admits keys; without it, a key is refused like any unknown token. */
  machines?: MachineAccess;
  parts: CallParts;
};

/**
 * Mounts one call of the API contract. The route authenticates the caller (401, 403), parses the input (400, 404, 422), compares read-only
 * fields that the client sends back with the record that `readRecord` returns, calls `handleCall` with one context, and validates the reply. If a reply has a field that is not in the API contract,
 * the route sends 500 instead of the reply, because this is a bug.
 */
export function mount<const E extends Endpoint>(
  router: Router,
  endpoint: E,
  handleCall: (call: Call<E>) => Promise<CallResult<E>> | CallResult<E>,
  ...readers: RecordReader<E>
): void {
  const actors = new WeakMap<FastifyRequest, Actor>();
  const sendResult = createSender(endpoint);
  // `RecordReader` has this function if the endpoint declares a record; the compiler cannot decide that for a generic type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const readRecord = readers[0] as ((call: Call<E>) => Promise<unknown>) | undefined;
  router.http.route({
    method: endpoint.method,
    url: apiBase + endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    exposeHeadRoute: endpoint.method === 'GET',
    ...(endpoint.bodyBytes !== undefined && { bodyLimit: endpoint.bodyBytes }),
    // The caller is authenticated before the body is read, so that a caller without a session cannot make the server read a body.
    onRequest: async (request, reply) => {
      const actor = await authenticateRequest(router, endpoint, { request, reply });
      if (actor) actors.set(request, actor);
    },
    handler: async (request, reply) => {
      requireShallow(request.body);
      const { writable, findFaults } = separateReadOnly(
        dropUndo(addReadVersion(request, endpoint.body), endpoint),
        endpoint.body,
        endpoint.record,
      );
      const { clock, ...parts } = router.parts;
      const input = {
        ...parts,
        db: parts.database.kysely,
        at: clock(),
        params: parseParams(endpoint.params, request.params),
        query: parseQuery(endpoint.query, request.query),
        body: parseBody(endpoint.body, writable),
        actor: actors.get(request) ?? null,
        origin: createOrigin(request),
        setCookie: (cookie: string) => void reply.header('set-cookie', cookie),
        readCookie: (name: string) => readIdCookie(request.headers.cookie, name),
      };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parsers above have just made these the contract's types
      const call = input as unknown as Call<E>;
      const { actor, params, query, body } = input;
      const callResult = await answerOnce(
        { ...input, actor },
        { endpoint, idempotencyKey: readHeader(request, 'idempotency-key'), params, query, body },
        async () => {
          if (findFaults && readRecord) requireUnchanged(await readRecord(call), { endpoint, body, findFaults });
          return handleCall(call);
        },
      ).catch((error: unknown) => {
        throw isStaleMatch(request, error) ? problem('PRECONDITION_FAILED', { cause: error }) : error;
      });
      return sendResult(reply, input.actor?.viewedBy === undefined ? callResult : hideSecrets(callResult), input.query);
    },
  });
}

async function authenticateRequest(
  router: Router,
  endpoint: Pick<Endpoint, 'name' | 'access' | 'openDuringSecondFactorSetup' | 'machines'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<Actor | null> {
  const { name, access, openDuringSecondFactorSetup } = endpoint;
  const token = readBearerToken(request.headers.authorization);
  if (token !== null && router.machines?.isKey(token)) {
    const actor = await router.machines.admit({ token, address: request.ip, reply });
    return requireMachineAccess(endpoint, actor);
  }
  if (access === 'public' && token === null) return null;
  const actor = token === null ? null : await router.authenticate(token);
  if (actor?.requiredStep && !openDuringSecondFactorSetup) {
    if (access === 'public') return null;
    throw new Problem('NOT_PERMITTED', serverMessages.secondFactorFirst, {});
  }
  if (isPermitted(access, actor)) {
    if (actor?.viewedBy !== undefined && !isReadCall(name)) throw problem('VIEW_ONLY');
    return actor;
  }
  throw actor ? problem('NOT_PERMITTED') : problem('NO_SESSION');
}

/**
 * Returns the body of a request, with the version of the header `If-Match` (RFC 9110, 13.1.1), which is another way to send the version that
 * the client has read. A call whose body has no version refuses the header. Throws PRECONDITION_FAILED for a tag of something else.
 */
function addReadVersion(request: FastifyRequest, schema: Endpoint['body']): unknown {
  const { body, method } = request;
  const tag = readHeader(request, 'if-match');
  if (tag === undefined || tag === '*' || method === 'GET' || method === 'HEAD') return body;
  // A proxy that compresses makes a tag weak.
  const version = /^(?:W\/)?"(\d{1,10})"$/.exec(tag)?.[1];
  if (version === undefined) throw problem('PRECONDITION_FAILED');
  if (typeof (body ?? {}) !== 'object' || Array.isArray(body)) return body;
  return { [findVersionField(schema)]: Number(version), ...Object(body ?? {}) };
}

/** The reply to a change of a record is the record and how to undo the change. A client may send the whole reply back. */
function dropUndo(body: unknown, { record }: Endpoint): unknown {
  if (!record || typeof body !== 'object' || body === null || !('undo' in body)) return body;
  const { undo: _, ...sentRecord } = body;
  return sentRecord;
}

/** The `version` of a release note is the version of the release. */
const findVersionField = (schema: Endpoint['body']): string =>
  schema && 'rowVersion' in readShape(schema) ? 'rowVersion' : 'version';

/**
 * Throws STALE if the record has changed since the client read it, and INVALID if the client has changed a field that it cannot write. The
 * version comes first, because the fields of an older record differ too.
 */
function requireUnchanged(
  record: unknown,
  { endpoint, body, findFaults }: { endpoint: Endpoint; body: unknown; findFaults: FaultFinder },
): void {
  const field = findVersionField(endpoint.body);
  const readVersion = readField(body, field);
  if (readVersion !== undefined && readVersion !== readField(record, field)) throw problem('STALE');
  const faults = findFaults(record);
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

function readShape(schema: z.ZodMiniType): object {
  const definition = readDefinition(schema);
  return definition.type === 'object' ? definition.shape : {};
}

const isStaleMatch = (request: FastifyRequest, error: unknown): boolean =>
  error instanceof Problem && error.code === 'STALE' && readHeader(request, 'if-match') !== undefined;

/** Reads a header that has one value; of several values, the first one counts. */
function readHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Reads the token of an Authorization header (RFC 6750, 2.1). */
function readBearerToken(header: string | undefined): string | null {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(header ?? '')?.[1] ?? null;
}

export const createOrigin = (request: FastifyRequest): Origin => ({
  requestId: request.id,
  address: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  host: request.host,
  device: readDeviceId(request.headers.cookie),
});

type Sender = (reply: FastifyReply, result: unknown, query: unknown) => Promise<FastifyReply> | FastifyReply;

function createSender({ name, location, reply: shape }: Endpoint): Sender {
  if (shape === null) return (reply) => reply.code(204).send();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of `handleCall` guarantees it if the reply is csv
  if (shape === csv) return (reply, result, query) => sendTable(reply, result as CsvTable, query);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of `handleCall` guarantees it if the reply is binary
  if (shape === binary) return (reply, result) => sendBlob(reply, result as FileReply);
  let isExact: ReturnType<typeof createFastSchemaTest> | undefined;
  return (reply, result) => {
    isExact ??= createFastSchemaTest(shape);
    setRecordHeaders(reply, result, location);
    if (isExact(result)) return reply.send(result);
    const parsedReply = shape.safeParse(result);
    if (!parsedReply.success) throw new Error(`${name} answered outside the contract`, { cause: parsedReply.error });
    return reply.send(parsedReply.data);
  };
}

/** Sets the header `ETag` of a record with a version, and `Location` of a record that was created (RFC 9110, 8.8.3 and 10.2.2). */
function setRecordHeaders(reply: FastifyReply, result: unknown, location: string | undefined): void {
  if (typeof result !== 'object' || result === null) return;
  const fields = new Map<string, unknown>(Object.entries(result));
  const version = fields.get('rowVersion') ?? fields.get('version');
  if (typeof version === 'number') void reply.header('etag', `"${version}"`);
  // The reply of a preview has no id, because nothing was created.
  const names = [...(location?.matchAll(/\{(\w+)\}/g) ?? [])].map(([, name = '']) => name);
  if (location === undefined || !names.every((name) => fields.has(name))) return;
  void reply.header(
    'location',
    apiBase + location.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(fields.get(name)))),
  );
}

/** Sends a file as an attachment, which browsers save and never show. */
function sendBlob(reply: FastifyReply, file: FileReply): FastifyReply {
  return reply
    .header('content-type', file.type)
    .header('content-disposition', createAttachmentHeader(file.name))
    .send(Buffer.from(file.bytes));
}

/**
 * Sends the rows of a table while they are read. The first rows are read before anything is sent, so that an early failure is answered with
 * a problem. A later failure breaks the connection, because an incomplete table must not look complete.
 */
async function sendTable(reply: FastifyReply, table: CsvTable, query: unknown): Promise<FastifyReply> {
  const { separator = 'comma', words = 'data' } = csvExport.query.safeParse(query).data ?? {};
  const text = writeCsv(words === 'screen' ? translateTable(table) : table, separator === 'comma' ? ',' : ';');
  const firstChunk = await text.next();
  const remainingText = Readable.from(firstChunk.done ? [] : prependBatch(firstChunk.value, text), {
    objectMode: false,
  });
  return reply
    .header('content-type', 'text/csv; charset=utf-8; header=present')
    .header('content-disposition', createAttachmentHeader(table.name))
    .send(remainingText);
}

async function* prependBatch(firstChunk: string, remainingText: AsyncGenerator<string>): AsyncGenerator<string> {
  yield firstChunk;
  yield* remainingText;
}

/** Writes the name of a file in the two forms of RFC 6266 (`filename` and `filename*`). */
const createAttachmentHeader = (name: string): string =>
  `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`;

type ValueTest = (value: unknown) => boolean;

/**
 * Returns a function that tests whether zod would accept a value and return it unchanged. This test takes a tenth of the time that zod
 * takes, because zod copies each object. If the test returns false, the caller validates the value with zod. For types that this file has
 * no test for, such as unions, the test runs zod.
 */
export function createFastSchemaTest(schema: z.core.$ZodType): ValueTest {
  const def = readDefinition(schema);
  const isOfType = createTypeTest(def);
  if (isOfType === null) return createZodTest(schema);
  const { checks = [] } = def;
  return checks.length === 0
    ? isOfType
    : (value) => isOfType(value) && checks.every((check) => passesCheck(check, value));
}

/** Returns a test of a schema's type without its checks (such as a maximum length); null for types that only zod tests. */
function createTypeTest(def: SchemaDefinition): ValueTest | null {
  if (def.type === 'object') return createObjectTest(def.shape);
  if (def.type === 'array') return createArrayTest(createFastSchemaTest(def.element));
  if (def.type === 'optional') return createOptionTest(undefined, createFastSchemaTest(def.innerType));
  if (def.type === 'nullable') return createOptionTest(null, createFastSchemaTest(def.innerType));
  if (def.type === 'boolean') return (value) => typeof value === 'boolean';
  if (def.type === 'string' && !('format' in def)) return (value) => typeof value === 'string';
  if (def.type === 'number' && 'format' in def && def.format === 'safeint') return Number.isSafeInteger;
  if (def.type === 'enum') return createSetTest(Object.values(def.entries));
  if (def.type === 'literal') return createSetTest(def.values);
  return null;
}

function passesCheck(check: z.core.$ZodCheck, value: unknown): boolean {
  const payload = { value, issues: [] };
  // The value has the type of the schema to which the check belongs.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const checkResult = check._zod.check(payload as { value: unknown } as z.core.ParsePayload<never>);
  return !(checkResult instanceof Promise) && payload.issues.length === 0 && payload.value === value;
}

function createObjectTest(shape: Readonly<Record<string, z.core.$ZodType>>): ValueTest {
  const tests = new Map(Object.entries(shape).map(([name, property]) => [name, createFastSchemaTest(property)]));
  const requiredNames = Object.entries(shape).flatMap(([name, { _zod }]) => (_zod.optin === 'optional' ? [] : [name]));
  return (value) => {
    if (!isPlainObject(value)) return false;
    for (const name in value) if (!(tests.get(name)?.(value[name]) ?? false)) return false;
    return requiredNames.every((name) => name in value);
  };
}

/**
 * Returns whether a value is an object without a class. An object of a class could have a function `toJSON`, and then its JSON would not
 * contain the tested fields.
 */
const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const createArrayTest =
  (isExactItem: ValueTest): ValueTest =>
  (value) =>
    Array.isArray(value) && value.every(isExactItem);

const createOptionTest =
  (option: null | undefined, isExactValue: ValueTest): ValueTest =>
  (value) =>
    value === option || isExactValue(value);

function createSetTest(values: readonly unknown[]): ValueTest {
  const allowedValues = new Set(values);
  return (value) => allowedValues.has(value);
}

/** Returns a test that runs zod. The test returns false for an object, because zod returns a copy of the object. */
const createZodTest =
  (schema: z.core.$ZodType): ValueTest =>
  (value) => {
    const parseResult = schema._zod.run({ value, issues: [] }, { async: false });
    return !(parseResult instanceof Promise) && parseResult.issues.length === 0 && parseResult.value === value;
  };
