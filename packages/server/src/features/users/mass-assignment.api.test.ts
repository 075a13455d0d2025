import { endpoints } from '@basics/contract/api.ts';
import { fieldMessages } from '@basics/contract/field-messages.ts';
import { describe, expect, test } from 'vitest';
import { accessTable } from '#server/testing/access/access-table.ts';
import { defaultDatabases } from '#server/testing/databases.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import type { Portal } from '#server/testing/portal.ts';
import { listWritableNames } from '#server/testing/writable-names.ts';
import { allRows } from '#server/testing/tables.ts';
import { openStaffedPortal } from '#server/testing/staff.ts';

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
  test('a body with an undeclared field that is the name of a column is refused with this name, and nothing is written', async () => {
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
        id: operation.startsWith('requests') ? requestId : ada,
        version: 1,
        name: 'mass',
        colleague: ada,
      };
      const { params, body } = request(requestIds);
      if (body === undefined || Array.isArray(body)) continue;
      triedCalls.push(operation);
      const undeclaredNames = columns.filter((column) => !listWritableNames(operation).includes(column));
      for (const chunk of splitIntoChunks(undeclaredNames)) {
        const sentBody = { ...Object(body), ...Object.fromEntries(chunk.map((column) => [column, 1])) };
        const to = { token: asRoot, ...(params && { params: Object(params) }) };
        const response = await portal.call(endpoint, { ...to, body: sentBody });
        expect([operation, response.status, readProblemCode(response.body)]).toEqual([operation, 422, 'INVALID']);
        const fields = Object(Object(response.body).fields);
        acceptedNames.push(
          ...chunk.filter((name) => fields[name] !== fieldMessages.unknownField).map((name) => `${operation}: ${name}`),
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
