import { endpoints } from '@basics/contract/api.ts';
import { apiBase } from '@basics/contract/calls/limits.ts';
import { problemBody } from '@basics/contract/calls/problems.ts';
import * as fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { defaultDatabases, repeatTimes } from './testing/database/databases.ts';
import { createCode, createMachine } from './testing/records/machine.ts';
import { addPerson, type Person } from './testing/records/people.ts';
import { suitePortal } from './testing/processes/suite-portal.ts';
import { allRows } from './testing/database/tables.ts';

/** Names of fields that calls accept, so that their values are checked too, and unknown names. */
const fieldNames = fc.constantFrom(
  'login',
  'password',
  'verificationCode',
  'tool',
  'brand',
  'preview',
  'overrideReason',
  'pageNumber',
  'pageSize',
  'keyword',
  'sort.field',
  'sort.direction',
  'id',
  'toString',
  '__proto__',
  '$where',
  '',
);
const difficultText = fc.constantFrom(
  '\0',
  '\ud800',
  "' or 1=1 --",
  '%_!\\',
  '𝕏'.repeat(50),
  '../../etc/passwd',
  '%s%d%n',
  '<script>',
  '1e308',
  '-0',
  '9007199254740993',
  'NaN',
  createCode(createMachine('FUZZ')),
  'BV-',
  'x'.repeat(20_001),
);
const scalarValue = fc.oneof(
  difficultText,
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const anyValue = fc.oneof(
  { weight: 4, arbitrary: scalarValue },
  fc.array(scalarValue, { maxLength: 3 }),
  fc.dictionary(fieldNames, scalarValue, { maxKeys: 3 }),
);
const anyBody = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.dictionary(fieldNames, anyValue, { maxKeys: 6 }).map((bodyValue) => JSON.stringify(bodyValue)),
  },
  fc.json(),
  fc.string({ unit: 'binary', maxLength: 200 }),
);
const anyQuery = fc.dictionary(fieldNames, scalarValue.map(String), { maxKeys: 4 });
const pathSegment = fc.oneof(
  fc.integer({ min: -1, max: 3 }).map(String),
  fc.constantFrom('2147483647', '2147483648', '%00', '%', '..', 'ä', "'"),
  fc.string({ maxLength: 10 }),
);
const requestInput = fc.record({
  body: anyBody,
  query: anyQuery,
  parts: fc.array(pathSegment, { minLength: 2, maxLength: 2 }),
  personIndex: fc.nat(),
  isOwn: fc.boolean(),
});

describe.each(defaultDatabases)('random input (%s)', (kind) => {
  const portal = suitePortal(kind);
  const people: (Person | null)[] = [null];
  beforeAll(async () => {
    for (const profileId of [1, 2, 7]) people.push(await addPerson(portal(), { profileId }));
  });

  test.each(endpoints.map((declaredCall) => [declaredCall.name, declaredCall] as const))(
    '%s never answers any input with an internal error (T233)',
    async (_, endpoint) => {
      await fc.assert(
        fc.asyncProperty(requestInput, async ({ body: payload, query: sentQuery, parts, personIndex, isOwn }) => {
          const person = people[personIndex % people.length] ?? null;
          const pathValues = isOwn && person ? [String(person.id), ...parts] : [...parts];
          const path = endpoint.path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(pathValues.shift() ?? '1'));
          const queryString = new URLSearchParams(sentQuery).toString();
          const url = `${apiBase}${path}${queryString && `?${queryString}`}`;
          const request: InjectOptions = {
            method: endpoint.method,
            url,
            headers: {
              ...(person && { authorization: `Bearer ${person.token}` }),
              ...(endpoint.method !== 'GET' && { 'content-type': 'application/json' }),
            },
            ...(endpoint.method !== 'GET' && { payload }),
          };
          const { statusCode, body: text } = await portal().http.inject(request);
          expect(statusCode).toBeLessThan(500);
          expect(text).not.toMatch(/node_modules|SQLITE|syntax error at|\.ts:\d/);
          if (statusCode >= 400)
            expect(problemBody.safeParse(JSON.parse(text)), `${url} ${statusCode} ${text}`).toMatchObject({
              success: true,
            });
        }),
        { numRuns: repeatTimes(20, 120), seed: 20_260_310 },
      );
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
    },
  );

  test('a GET request changes nothing in the database (T234)', async () => {
    const rowsBefore = await allRows(portal().database);
    for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
      for (const person of people) {
        const url = apiBase + endpoint.path.replaceAll(/\{\w+\}/g, String(person?.id ?? 1));
        await portal().http.inject({ url, ...(person && { headers: { authorization: `Bearer ${person.token}` } }) });
      }
    }
    for (const url of [
      '/health/live',
      '/health/proxy',
      '/health/ready',
      '/healthz',
      '/brands/looks.css',
      '/brands/red/mark.svg',
      '/release-notes/feed.xml',
      '/.well-known/basics-licence-keys',
      '/.well-known/basics-revocations/7',
      '/.well-known/basics-tools',
      '/core/api/docs',
    ])
      expect((await portal().http.inject(url)).statusCode).toBe(200);
    expect(await allRows(portal().database)).toEqual(rowsBefore);
  });
});
