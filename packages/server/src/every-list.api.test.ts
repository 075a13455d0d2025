import { endpoints } from '@basics/contract/api.ts';
import type { Endpoint } from '@basics/contract/endpoint.ts';
import { CompiledQuery, sql } from 'kysely';
import type { KyselyPlugin } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database, Db } from '#server/database/database.ts';
import { createTestDatabase, databases } from '#server/testing/databases.ts';
import type { DatabaseKind } from '#server/testing/databases.ts';
import { addPerson } from '#server/testing/people.ts';
import { openPortal } from '#server/testing/portal.ts';
import { assignSalesman } from '#server/testing/staff.ts';

/** Requests the first page of a list: all of it, or the part of the user with the given id. */
const createRequest = ({ params, body }: Endpoint, id: number) => ({
  ...(params && { params: { id } }),
  ...(body && { body: {} }),
});

/**
 * What a plan may scan: tables that do not grow with the customers, results within the statement, counts that stop after a thousand rows, and the bin
 * for deleted users, which is read in the order of its ids until the page is full.
 */
const scannable =
  /^(brands|tools|country_ranks|release_notes|listed_(user|request)_groups|CONSTANT|json_each|matching|existing|counted|deleted_users)$/;

/** Lists that still read all rows in scope, on a reader thread. */
const knownScans: Readonly<Record<string, string>> = {
  // The customers of a salesman are few, and decision 64 says why their licences are not listed by an index.
  'licenseAdmin.search as salesman': 'users',
};

test('this check finds every kind of list in the contract', () => {
  expect(endpoints.filter(isList).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['users.search', 'users.timeline', 'users.listDeleted', 'licenses.renewalWeeks']),
  );
});

/** The fields of a reply by which a list says that there are more rows than it contains. */
const isList = ({ reply }: Endpoint): boolean =>
  typeof reply === 'object' &&
  reply !== null &&
  'shape' in reply &&
  ['total', 'next', 'hasMore'].some((field) => field in Object(reply.shape));

type Statement = { sql: string; parameters: readonly unknown[] };

describe.each(databases)('every list (%s)', (kind) => {
  test('no page is read by a scan of a table that grows with the customers, neither for an administrator nor for a salesman', async () => {
    const database = await createTestDatabase(kind);
    const statements: Statement[] = [];
    const recorder = createRecorder(database.kysely, statements);
    const portal = await openPortal({ ...database, kysely: database.kysely.withPlugin(recorder) });
    onTestFinished(() => portal.close());
    const administrator = await addPerson(portal, { profileId: 1 });
    const salesman = await addPerson(portal, { profileId: 2 });
    await assignSalesman(database, salesman.id, 'DE', 'blue');
    const scans: Record<string, string> = {};
    for (const endpoint of endpoints.filter(isList))
      for (const [role, { token, id }] of Object.entries({ administrator, salesman })) {
        statements.length = 0;
        const { status } = await portal.call(endpoint, { token, ...createRequest(endpoint, id) });
        expect([200, 403], endpoint.name).toContain(status);
        const tables = new Set<string>();
        for (const statement of statements.splice(0))
          for (const table of await findScans(database, kind, statement)) tables.add(table);
        if (tables.size > 0) scans[`${endpoint.name} as ${role}`] = [...tables].join(', ');
      }
    expect(scans).toEqual(kind === 'SQLite' ? knownScans : {});
  });
});

function createRecorder(kysely: Db, statements: Statement[]): KyselyPlugin {
  return {
    transformQuery({ node, queryId }) {
      if (node.kind === 'SelectQueryNode' || node.kind === 'RawNode')
        statements.push(kysely.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

/** Returns the tables that the statement scans without an index. */
async function findScans({ transact }: Database, kind: DatabaseKind, statement: Statement): Promise<string[]> {
  const { sql: text, parameters } = statement;
  return transact(async (trx) => {
    // A scan that an index can replace is disabled, because the tables of this test are small.
    if (kind === 'PostgreSQL') await sql`set local enable_seqscan = off`.execute(trx);
    const explain = kind === 'SQLite' ? 'explain query plan' : 'explain';
    const { rows } = await trx.executeQuery<Record<string, unknown>>(
      CompiledQuery.raw(`${explain} ${text}`, [...parameters]),
    );
    const plan = rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n');
    const tables = new Map(
      [...text.matchAll(/"(\w+)" as "?(\w+)"?/g)].map(([, table = '', alias = '']) => [alias, table]),
    );
    // On PostgreSQL, a scan without a filter only counts rows, up to a limit.
    const scanPattern = kind === 'SQLite' ? /^SCAN (\w+)(?!.* USING)/gm : /Seq Scan on (\w+)[^\n]*\n +Filter/g;
    return [...plan.matchAll(scanPattern)]
      .map(([, name = '']) => tables.get(name) ?? name)
      .filter((table) => !scannable.test(table));
  });
}
