import { endpoints } from '@basics/contract/api.ts';
import { words } from '@basics/contract/words.ts';
import { describe, expect, test } from 'vitest';
import { accessTable } from '#server/testing/access/access-table.ts';
import { anyDatabase } from '#server/testing/databases.ts';
import { readProblemCode } from '#server/testing/portal.ts';
import type { Portal } from '#server/testing/portal.ts';
import { writableNames } from '#server/testing/writable-names.ts';
import { allRows } from '#server/testing/tables.ts';
import { openStaffed } from '#server/testing/staff.ts';

const toCamelCase = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The calls of the contract whose body is an object. For a new call, add the fields that are also column names to `writable-names.ts`. */
const callsWithObject = endpoints.filter(({ body }) => body !== undefined && body.def.type !== 'array');

/** Every column of every table, in snake_case and in camelCase. */
async function listColumnNames({ database }: Portal): Promise<string[]> {
  const tables = await database.kysely.introspection.getTables();
  const names = tables.flatMap((table) => table.columns.map(({ name }) => name));
  const others = ['userId', 'profileId', 'permissions', 'role', 'invitedUntil', 'decided', 'constructor'];
  return [...new Set([...names, ...names.map(toCamelCase), ...others])];
}

/** All rows of all tables, except the counters of rate limits. */
async function readAllRows({ database }: Portal): Promise<string> {
  const { throttles: _, ...rows } = await allRows(database);
  return JSON.stringify(rows);
}

/** Splits names into parts that are small enough for one answer to list all of them. */
const splitIntoParts = (names: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(names.length / 50) }, (_, part) => names.slice(part * 50, part * 50 + 50));

describe.each(anyDatabase)('names that a body does not have, on %s', (kind) => {
  test('every column name that a body does not declare is refused by name, and nothing is written', async () => {
    const { portal, ada, asRoot } = await openStaffed(kind);
    const pending = await portal.addUser({ login: 'asks@x.example', status: 'pending', profileId: null });
    const columns = await listColumnNames(portal);
    expect(columns.length).toBeGreaterThan(200);
    const before = await readAllRows(portal);
    const tried: string[] = [];
    const known: string[] = [];
    for (const { endpoint, request } of accessTable) {
      const operation = endpoint.name;
      const subject = {
        id: operation.startsWith('requests') ? pending : ada,
        version: 1,
        name: 'mass',
        colleague: ada,
      };
      const { params, body } = request(subject);
      if (body === undefined || Array.isArray(body)) continue;
      tried.push(operation);
      const foreign = columns.filter((column) => !writableNames(operation).includes(column));
      for (const some of splitIntoParts(foreign)) {
        const sent = { ...Object(body), ...Object.fromEntries(some.map((column) => [column, 1])) };
        const to = { token: asRoot, ...(params && { params: Object(params) }) };
        const answer = await portal.call(endpoint, { ...to, body: sent });
        expect([operation, answer.status, readProblemCode(answer.body)]).toEqual([operation, 422, 'INVALID']);
        const fields = Object(Object(answer.body).fields);
        known.push(
          ...some.filter((name) => fields[name] !== words.unknownField).map((name) => `${operation}: ${name}`),
        );
      }
      const prototype = await portal.http.inject({
        method: endpoint.method,
        url: `/core/api${endpoint.path.replace('{id}', String(subject.id))}`,
        headers: { authorization: `Bearer ${asRoot}`, 'content-type': 'application/json' },
        payload: `{"__proto__":{"profileID":1},${JSON.stringify(body).slice(1)}`.replace(',}', '}'),
      });
      expect([operation, prototype.statusCode]).toEqual([operation, 400]);
    }
    expect(known).toEqual([]);
    expect(tried.toSorted()).toEqual(callsWithObject.map(({ name }) => name).toSorted());
    expect(await readAllRows(portal)).toBe(before);
  });
});
