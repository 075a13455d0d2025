import { endpoints } from '@basics/contract/api.ts';
import { brands } from '@basics/contract/brands/brands.ts';
import { countrySalesmen } from '@basics/contract/country-salesmen/country-salesmen.ts';
import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { fieldMessages } from '@basics/contract/texts/field-messages.ts';
import { serverMessages } from '@basics/contract/texts/server-messages.ts';
import { withoutDefaults } from '@basics/contract/fields/fields.ts';
import { legal } from '@basics/contract/legal/legal.ts';
import { policies } from '@basics/contract/policies/policies.ts';
import { releaseNotes } from '@basics/contract/release-notes/release-notes.ts';
import { requests } from '@basics/contract/requests/requests.ts';
import { tools } from '@basics/contract/tools/tools.ts';
import { acceptOneAddress, pickUserFields, sentAddresses, userFields } from '@basics/contract/users/user-fields.ts';
import { users } from '@basics/contract/users/users.ts';
import { optionalLine } from '@basics/contract/fields/visible-line.ts';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { toJsonSchema } from '#server/platform/api-docs/named-schemas.ts';
import { createExample } from '#server/platform/api-docs/schema-words.ts';
import { missingSubject } from '#server/testing/access/access-row.ts';
import { accessTable } from '#server/testing/access/access-table.ts';
import { defaultDatabases } from '#server/testing/database/databases.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { readProblemCode, type Portal } from '#server/testing/portal.ts';
import { listWritableNames } from '#server/testing/writable-names.ts';
import { allRows } from '#server/testing/database/tables.ts';
import { createUserBody, openStaffedPortal } from '#server/testing/records/staff.ts';
import { suitePortal } from '#server/testing/processes/suite-portal.ts';

const toCamelCase = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * The calls of the API contract whose body is an object. If a new call has fields that are also column names, add these
 * names to `writable-names.ts`.
 */
const callsWithObject = endpoints.filter(({ body }) => body !== undefined && body.def.type !== 'array');

/** Lists every column of every table, in snake_case and in camelCase. */
async function listColumnNames({ database }: Portal): Promise<string[]> {
  const tables = await database.kysely.introspection.getTables();
  const names = tables.flatMap((table) => table.columns.map(({ name }) => name));
  const otherNames = ['userId', 'profileId', 'permissions', 'role', 'invitedUntil', 'decided', 'constructor'];
  return [...new Set([...names, ...names.map(toCamelCase), ...otherNames])];
}

/** Reads all rows of all tables, except the counters of rate limits. */
async function readAllRows({ database }: Portal): Promise<string> {
  const { throttles: _, ...rows } = await allRows(database);
  return JSON.stringify(rows);
}

/** Splits names into parts that are small enough for one response to list all refused names. */
const splitIntoChunks = (names: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(names.length / 50) }, (_, part) => names.slice(part * 50, part * 50 + 50));

describe.each(defaultDatabases)('fields that the contract does not declare (%s)', (kind) => {
  test('a body with an undeclared field that is the name of a column is refused with this name, and nothing is written (T450)', async () => {
    const { portal, ada, asRoot } = await openStaffedPortal(kind);
    const requestId = await portal.addUser({ login: 'asks@x.example', status: 'pending', profileId: null });
    const columns = await listColumnNames(portal);
    expect(columns.length).toBeGreaterThan(200);
    const rowsBefore = await readAllRows(portal);
    const triedCalls: string[] = [];
    const acceptedNames: string[] = [];
    for (const { endpoint, request } of accessTable) {
      const operation = endpoint.name;
      const requestIds = {
        ...missingSubject,
        id: operation.startsWith('requests') ? requestId : ada,
        name: 'mass',
        colleague: ada,
      };
      const { params, body } = request(requestIds);
      if (body === undefined || Array.isArray(body)) continue;
      triedCalls.push(operation);
      const readOnlyNames = endpoint.record ? Object.keys(Object(endpoint.record).shape) : [];
      const declaredNames = [...listWritableNames(operation), ...readOnlyNames];
      const undeclaredNames = columns.filter((column) => !declaredNames.includes(column));
      for (const chunk of splitIntoChunks(undeclaredNames)) {
        const sentBody = { ...Object(body), ...Object.fromEntries(chunk.map((column) => [column, 1])) };
        const to = { token: asRoot, ...(params && { params: Object(params) }) };
        const response = await portal.call(endpoint, { ...to, body: sentBody });
        expect([operation, response.status, readProblemCode(response.body)]).toEqual([operation, 422, 'INVALID']);
        const fields = Object(Object(response.body).fields);
        acceptedNames.push(
          ...chunk
            .filter((name) => !String(fields[name]).startsWith('Unknown field. Remove it'))
            .map((name) => `${operation}: ${name}`),
        );
      }
      const prototypeResponse = await portal.http.inject({
        method: endpoint.method,
        url: `/core/api${endpoint.path.replace('{id}', String(requestIds.id))}`,
        headers: { authorization: `Bearer ${asRoot}`, 'content-type': 'application/json' },
        payload: `{"__proto__":{"profileID":1},${JSON.stringify(body).slice(1)}`.replace(',}', '}'),
      });
      expect([operation, prototypeResponse.statusCode]).toEqual([operation, 400]);
    }
    expect(acceptedNames).toEqual([]);
    expect(triedCalls.toSorted()).toEqual(callsWithObject.map(({ name }) => name).toSorted());
    expect(await readAllRows(portal)).toBe(rowsBefore);
  });
});

type SentBack = {
  update: Endpoint;
  params: Record<string, unknown>;
  /** Reads the record as a client reads it. */
  read: () => Promise<Record<string, unknown>>;
  change: Record<string, unknown>;
};

describe.each(defaultDatabases)('a record that a client sends back (%s)', (kind) => {
  const portal = suitePortal(kind);

  /** Creates a record of each kind that can be read and changed. */
  async function createRecords(token: string): Promise<Record<string, SentBack>> {
    const call = async (endpoint: Endpoint, request: Record<string, unknown> = {}): Promise<Record<string, unknown>> =>
      Object((await portal().call(endpoint, { token, ...request })).body);
    const { id } = await addPerson(portal());
    const { id: salesmanId } = await addPerson(portal(), { profileId: 2 });
    const noteBody = { title: 'T', description: 'D', version: '1', releaseDate: '2026-03-10' };
    const note = await call(releaseNotes.create, { body: noteBody });
    const assignmentBody = { country: 'SE', brand: 'red', salesmanId };
    const row = await call(countrySalesmen.create, { body: assignmentBody });
    const findFirst = async (endpoint: Endpoint, matches: (item: Record<string, unknown>) => boolean) => {
      const items: Record<string, unknown>[] = Object(await call(endpoint, { body: {} })).items;
      return items.find(matches) ?? {};
    };
    const userParams = { params: { id } };
    const noteParams = { params: { id: note['releaseId'] } };
    const legalParams = { params: { id: 'red', document: 'terms' } };
    return {
      user: {
        update: users.update,
        ...userParams,
        read: () => call(users.get, userParams),
        change: { company: 'Neu' },
      },
      note: {
        update: releaseNotes.update,
        ...noteParams,
        read: () => call(releaseNotes.get, noteParams),
        change: { title: 'Newer' },
      },
      assignment: {
        update: countrySalesmen.update,
        params: { id: row['id'] },
        read: () => findFirst(countrySalesmen.search, (item) => item['id'] === row['id']),
        change: { country: 'FI' },
      },
      brand: {
        update: brands.update,
        params: { id: 'red' },
        read: () => call(brands.get, { params: { id: 'red' } }),
        change: { legalEntity: 'New' },
      },
      tool: {
        update: tools.update,
        params: { id: 'basics' },
        read: () => findFirst(tools.list, (item) => item['id'] === 'basics'),
        change: { maxMajor: 9 },
      },
      policy: {
        update: policies.update,
        params: { profileID: 7, tool: 'basics', brand: 'red' },
        read: () => findFirst(policies.list, (item) => item['profileID'] === 7 && item['brand'] === 'red'),
        change: { seats: 9 },
      },
      legalText: {
        update: legal.update,
        ...legalParams,
        read: () => call(legal.get, legalParams),
        change: { text: 'New' },
      },
    };
  }

  test.each(['user', 'note', 'assignment', 'brand', 'tool', 'policy', 'legalText'])(
    'a %s as it was read is accepted, a changed read-only field is refused by its name, and the version is optional (T449)',
    async (name) => {
      const { token } = await addPerson(portal(), { profileId: 1 });
      const record = (await createRecords(token))[name];
      if (!record) throw new Error(`no record ${name}`);
      const { update, params, read, change } = record;
      const send = async (body: Record<string, unknown>) => {
        const { status, body: reply } = await portal().call(update, { token, params, body });
        return { status, fields: Object(reply).fields };
      };
      const before = await read();
      expect(await send(before)).toEqual({ status: 200 });
      expect(await read()).toEqual(before);
      const writableNames = listWritableNames(update.name);
      const readOnlyNames = Object.keys(before).filter(
        (field) =>
          !writableNames.includes(field) &&
          !writableNames.includes(`${field}Id`) &&
          !['hosts', 'addOns'].includes(field),
      );
      for (const field of readOnlyNames)
        expect(await send({ ...before, ...change, [field]: changeValue(before[field]) })).toEqual({
          status: 422,
          fields: { [field]: 'This field cannot be changed. Remove it, or send it as you read it.' },
        });
      expect(await send({ ...before, ...change, nmae: 1 })).toEqual({
        status: 422,
        fields: { nmae: serverMessages.unknownField },
      });
      expect(await read()).toEqual(before);
      const versionName = 'rowVersion' in before ? 'rowVersion' : 'version';
      expect(await send({ ...change, [versionName]: 999 })).toEqual({ status: 409 });
      expect(await send(change)).toEqual({ status: 200 });
      expect(await read()).toMatchObject(change);
      expect(await send({ ...before, ...change })).toEqual({ status: 409 });
      // A record that was read before a change is out of date, also if it has a field that the change has changed and that cannot be written.
      for (const field of readOnlyNames.filter((each) => each !== versionName))
        expect(await send({ ...before, [versionName]: 999, [field]: changeValue(before[field]) })).toEqual({
          status: 409,
        });
    },
  );

  test('nested read-only fields of a tool are accepted if they are unchanged', async () => {
    const { token } = await addPerson(portal(), { profileId: 1 });
    const { tool } = await createRecords(token);
    const before = Object(await tool?.read());
    const addOns = [...before.addOns].toReversed();
    const params = { id: 'basics' };
    expect(await portal().call(tools.update, { token, params, body: { addOns } })).toMatchObject({ status: 200 });
    const changedAddOns = addOns.map((addOn) => ({ ...addOn, uses: { ...addOn.uses, grants: 99 } }));
    expect(await portal().call(tools.update, { token, params, body: { addOns: changedAddOns } })).toMatchObject({
      status: 422,
      body: { fields: { 'addOns.0.uses': expect.stringContaining('cannot be changed') } },
    });
  });

  test('two values for one field are refused, and the same value under both names is accepted', async () => {
    const { token } = await addPerson(portal(), { profileId: 1 });
    const create = (body: object) => portal().call(users.create, { token, body: { ...createUserBody(), ...body } });
    const { profileID = 0 } = createUserBody();
    const refusal = serverMessages.twoValues;
    expect(await create({ profile: profileID + 1 })).toMatchObject({
      status: 422,
      body: { fields: { profileID: refusal, profile: refusal } },
    });
    expect(await create({ tool: 'basics' })).toMatchObject({
      status: 422,
      body: { fields: { tools: refusal, tool: refusal } },
    });
    expect((await create({ profile: profileID })).status).toBe(200);
    const { id } = await addPerson(portal(), { status: 'pending', profileId: null, grants: [] });
    const body = { profileID: 7, profile: 8, tools: [{ tool: 'basics', brand: 'blue' }] };
    expect(await portal().call(requests.approve, { token, params: { id }, body })).toMatchObject({
      status: 422,
      body: { fields: { profileID: refusal, profile: refusal } },
    });
  });

  test('a request is approved with the request as it was read, and absent fields keep what the applicant requested', async () => {
    const { token } = await addPerson(portal(), { profileId: 1 });
    const addRequest = async () => {
      const { id } = await addPerson(portal(), { status: 'pending', profileId: null, grants: [] });
      await portal()
        .database.kysely.insertInto('requestedTools')
        .values({ userId: id, toolId: 'basics', brandId: 'blue' })
        .execute();
      await portal()
        .database.kysely.updateTable('users')
        .set({ requestDate: portal().now() })
        .where('id', '=', id)
        .execute();
      const { body } = await portal().call(requests.get, { token, params: { id } });
      return { params: { id }, request: requests.get.reply.parse(body) };
    };
    const first = await addRequest();
    const approve = (params: { id: number }, body: Record<string, unknown>) =>
      portal().call(requests.approve, { token, params, body });
    for (const change of [{ reason: 'x' }, { login: 'x@x.example' }, { status: 'active' }, { decided: {} }])
      expect(await approve(first.params, { ...first.request, profileID: 7, ...change })).toMatchObject({
        status: 422,
        body: { fields: { [Object.keys(change)[0] ?? '']: expect.stringContaining('cannot be changed') } },
      });
    expect(await approve(first.params, first.request)).toMatchObject({
      status: 422,
      body: { fields: { profileID: fieldMessages.profile } },
    });
    const approved = await approve(first.params, { ...first.request, profileID: 7 });
    expect(approved.status).toBe(200);
    expect(approved.body).toHaveProperty('undo');
    // The answer to the approval is the user, who can be sent back as they are.
    expect(
      (await portal().call(users.update, { token, params: first.params, body: Object(approved.body) })).status,
    ).toBe(200);
    expect(await approve(first.params, { ...first.request, profileID: 7 })).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_DECIDED' },
    });
    const second = await addRequest();
    expect(await approve(second.params, { profileID: 7, version: 99 })).toMatchObject({ status: 409 });
    const { status, body } = await approve(second.params, { profileID: 7, phone: '1' });
    expect(status).toBe(200);
    expect(pickUserFields(requests.approve.reply.parse(body))).toEqual({
      ...pickUserFields(second.request),
      profileID: 7,
      phone: '1',
    });
  });

  test('a user changes one preference without the others', async () => {
    const { id, token } = await addPerson(portal());
    const readValues = async () =>
      users.preferences.reply.parse((await portal().call(users.preferences, { token })).body).values;
    const before = await readValues();
    const body = { preferences: { weight: 'lb' } };
    expect((await portal().call(users.update, { token, params: { id }, body })).status).toBe(200);
    expect(await readValues()).toEqual({ ...before, weight: 'lb' });
  });
});

/** Returns another value than the given one. */
const changeValue = (value: unknown): unknown =>
  typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : 'another value';

/** Returns the paths of the fields of an example body. */
const listPaths = (value: unknown, path: readonly string[] = []): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inner]) => [
        ...(Array.isArray(value) ? [] : [[...path, name]]),
        ...listPaths(inner, [...path, name]),
      ])
    : [];

/** Returns a copy of a value without the field at a path. */
function leaveOut(value: unknown, [name = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (String(index) === name ? leaveOut(item, rest) : item));
  const { [name]: inner, ...others } = Object(value);
  return rest.length === 0 ? others : { ...others, [name]: leaveOut(inner, rest) };
}

/** The messages for bodies that must have one of several fields, so that no field is required by itself. */
const oneOfSeveralFields: Readonly<Record<string, string[][]>> = {
  'users.create': [
    ['profileID', fieldMessages.profile],
    ['tools', fieldMessages.tool],
    ['login', fieldMessages.login],
    ['email', fieldMessages.email],
  ],
  'registration.register': [
    ['login', fieldMessages.login],
    ['email', fieldMessages.email],
  ],
  'requests.approve': [['profileID', fieldMessages.profile]],
  'countrySalesmen.create': [['salesmanId', fieldMessages.salesman]],
  'helpRequests.ask': [['verificationCode', fieldMessages.verificationCode]],
  // An answer that is a reply needs words, and other answers do not.
  'helpRequests.answer': [['words', fieldMessages.answer]],
};

describe('absent fields', () => {
  const portal = suitePortal('SQLite');

  test('each required field that a body leaves out is reported as required, and an optional field is never missed', async () => {
    const { token } = await addPerson(portal(), { profileId: 1 });
    const requiredFields: string[] = [];
    for (const endpoint of callsWithObject) {
      const { body, params } = endpoint;
      if (!body) continue;
      // No record has these ids, so that no call changes anything.
      const paramValues = Object(createExample(params ? toJsonSchema(params, 'output') : {}));
      const unknownParams = Object.fromEntries(
        Object.entries(paramValues).map(([name, value]) => [
          name,
          typeof value === 'number' ? 999_999 : String(value).startsWith('<') ? 'unknown' : value,
        ]),
      );
      const send = async (sentBody: Record<string, unknown>): Promise<Record<string, string>> => {
        const request = { token, ...(params && { params: unknownParams }), body: sentBody };
        return Object((await portal().call(endpoint, request)).body).fields ?? {};
      };
      const schema = toJsonSchema(body, 'input');
      const choices: unknown[] = Array.isArray(schema['oneOf']) ? schema['oneOf'] : [schema];
      for (const choice of choices) {
        const example: Record<string, unknown> = Object(createExample(Object(choice)));
        const paths = listPaths(example);
        const faults = await send(example);
        expect(Object.values(faults).filter((words) => words.includes('Invalid input'))).toEqual([]);
        const names = paths.map((path) => path.join('.'));
        expect(
          Object.entries(faults).filter(([name, words]) => !names.includes(name) && words.endsWith('required.')),
        ).toEqual(oneOfSeveralFields[endpoint.name] ?? []);
        for (const path of paths) {
          const name = path.join('.');
          const words = (await send(Object(leaveOut(example, path))))[name];
          expect([endpoint.name, name, words]).toEqual([endpoint.name, name, expect.stringMatching(/ is required\.$/)]);
          requiredFields.push(`${endpoint.name} ${name}`);
        }
      }
    }
    expect(requiredFields.length).toBeGreaterThan(80);
  });

  test('the bodies that clients send today are accepted when a user gets a new optional field', () => {
    const newFields = { ...userFields, department: optionalLine(80) };
    const account = createUserBody();
    expect(acceptOneAddress(z.strictObject({ ...sentAddresses, ...newFields })).parse(account)).toMatchObject({
      lastName: account.lastName,
      department: '',
    });
    // A change without the new field keeps its value.
    expect(z.partial(z.strictObject(withoutDefaults(newFields))).parse({ phone: '1' })).toEqual({ phone: '1' });
  });
});
