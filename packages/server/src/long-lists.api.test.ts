import { helpRequests } from '@basics/contract/help-requests/help-requests.ts';
import { users } from '@basics/contract/users/users.ts';
import { createQueryId, sql, type CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, onTestFinished } from 'vitest';
import type { Database } from '#server/database/database.ts';
import type { Db } from './database/foundation.ts';
import { changeAct, insertAct, storeOutcome } from '#server/platform/mass-acts/mass-acts.repository.ts';
import { insertCompany } from '#server/features/companies/companies.repository.ts';
import { findMatchingUsers } from '#server/features/users/list/search-users.repository.ts';
import {
  databases,
  createTestDatabase,
  defaultDatabases,
  type DatabaseKind,
} from '#server/testing/database/databases.ts';
import { createStatementRecorder, filteredScanPattern, readQueryPlan } from '#server/testing/database/plans.ts';
import { noon, openPortal, type Portal } from '#server/testing/portal.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { createUserRow, writeMissingSearchTexts } from '#server/testing/database/rows.ts';
import { suiteDatabase } from '#server/testing/processes/suite-portal.ts';
import { analyzeTables } from '#server/testing/database/tables.ts';
import { endpoints } from '@basics/contract/api.ts';
import type { Endpoint } from '@basics/contract/calls/endpoint.ts';
import { declaredTables } from '#server/database/declared-tables.ts';
import { addCustomers } from '#server/testing/records/many-customers.ts';
import { assignSalesman } from '#server/testing/records/staff.ts';

/** The list has more rows than one batch, so that a read must continue after the last row of the previous batch. */
const rowCount = 11_000;

async function addUsers(database: Database): Promise<void> {
  for (let from = 0; from < rowCount; from += 500)
    await database.kysely
      .insertInto('users')
      .values(
        Array.from({ length: 500 }, (_, at) => {
          const spreadNumber = ((from + at) * 7919) % 100_003;
          const nameColumns = { firstName: `First ${spreadNumber % 97}`, lastName: `Last ${spreadNumber % 1009}` };
          return createUserRow({
            login: `user${spreadNumber}@x.example`,
            ...nameColumns,
            company: `Company ${spreadNumber % 501}`,
            createdAt: Date.UTC(2026, 0, 1) + spreadNumber * 1000,
          });
        }),
      )
      .execute();
  await writeMissingSearchTexts(database);
  await analyzeTables(database);
}

type ReadResult = { rows: number; columns: number; node: RootOperationNode };

/** Returns a database that records the result of every read, and that waits for `holdRead` before it returns a result. */
function watchReads(
  db: Db,
  recordedReads: ReadResult[],
  holdRead: (reads: number) => Promise<void> = async () => {},
): Db {
  const nodes = new WeakMap<object, RootOperationNode>();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      nodes.set(queryId, node);
      return node;
    },
    async transformResult({ result, queryId }) {
      const node = nodes.get(queryId);
      if (node?.kind === 'SelectQueryNode' || node?.kind === 'RawNode')
        recordedReads.push({ rows: result.rows.length, columns: Object.keys(result.rows[0] ?? {}).length, node });
      await holdRead(recordedReads.filter(readsWholeRows).length);
      return result;
    },
  };
  return db.withPlugin(plugin);
}

/** Returns whether a read returned all columns of the rows, and not only their sort keys. */
const readsWholeRows = ({ columns, rows }: ReadResult): boolean => columns > 10 && rows > 1;

describe.each(databases)('lists with thousands of rows (%s)', (kind) => {
  const database = suiteDatabase(kind);
  let openedPortal: Portal | undefined;
  beforeAll(() => addUsers(database()));
  afterAll(async () => {
    await openedPortal?.close();
  });

  test('the portal sends a long list while it reads the list, and handles other reads and writes meanwhile', async () => {
    const recordedReads: ReadResult[] = [];
    const readGate = Promise.withResolvers<undefined>();
    const kysely = watchReads(database().kysely, recordedReads, async (reads) => {
      if (reads === 3) await readGate.promise;
    });
    const portal = await openPortal({ ...database(), kysely });
    openedPortal = portal;
    const { token } = await addPerson(portal, { profileId: 1 });
    const address = await portal.http.listen({ host: '127.0.0.1', port: 0 });
    const postList = (path: string, body: object) =>
      fetch(`${address}/core/api${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'accept-encoding': 'identity',
        },
        body: JSON.stringify(body),
      });

    const response = await postList('/user/export', { sort: { field: 'createdAt', direction: 'desc' } });
    const reader = response.body?.getReader();
    const firstChunk = await reader?.read();
    expect(new TextDecoder().decode(firstChunk?.value)).toContain('"login","firstName"');
    // At this time, the export reads at most the third batch of the list.
    expect(recordedReads.filter(readsWholeRows).length).toBeLessThanOrEqual(3);
    await database().kysely.insertInto('settings').values({ key: 'meanwhile', value: '' }).execute();
    expect(
      await database().kysely.selectFrom('settings').select('key').where('key', '=', 'meanwhile').execute(),
    ).toEqual([{ key: 'meanwhile' }]);

    readGate.resolve(undefined);
    const lines = new Set<string>();
    let incompleteLine = '';
    const decoder = new TextDecoder();
    for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
      const texts = (incompleteLine + decoder.decode(chunk.value, { stream: true })).split('\r\n');
      incompleteLine = texts.pop() ?? '';
      for (const text of texts) lines.add(text);
    }
    expect(lines.size).toBeGreaterThan(rowCount - 2000);
    // No read returns the whole rows of more than one batch.
    expect(Math.max(...recordedReads.filter(readsWholeRows).map(({ rows }) => rows))).toBe(200);
    expect(Math.max(...recordedReads.map(({ rows }) => rows))).toBe(10_000);
  });

  test('the first page and later pages of a long list are read with an index', async () => {
    const viewer = { userId: 1, profileID: 1 };
    for (const [field, index] of [
      ['lastName', 'listed_users_by_last_name'],
      ['firstName', 'listed_users_by_first_name'],
      ['company', 'listed_users_by_company'],
      ['login', 'listed_users_by_login'],
    ] as const) {
      const recordedReads: ReadResult[] = [];
      const query = users.export.body.parse({ sort: { field, direction: 'asc' } });
      const list = await findMatchingUsers(watchReads(database().kysely, recordedReads), viewer, query, 0);
      await list.readSlice({ isReversed: false, after: null, skip: 0, limit: 21 });
      for await (const _ of list.batches()) continue;
      const [page, ...laterReads] = recordedReads.filter(({ columns, rows }) => columns <= 3 && rows > 1);
      const lastRead = laterReads.at(-1);
      expect(laterReads).toHaveLength(2);
      const firstPlan = page ? await readPlan(database().kysely, kind, page.node) : '';
      expect(firstPlan, field).toContain(index);
      expect(firstPlan, field).not.toMatch(sortPattern);
      const laterPlan = lastRead ? await readPlan(database().kysely, kind, lastRead.node) : '';
      expect(laterPlan, field).toMatch(new RegExp(`${index}.*>`, 's'));
      expect(laterPlan, field).not.toMatch(sortPattern);
    }
  });
});

/** Matches a step of a query plan that sorts all rows. */
const sortPattern = /TEMP B-TREE FOR ORDER BY|(?<!Incremental )Sort {2}/;

/**
 * Returns the plan of a query. On PostgreSQL, the planner may not sort if an index has the order. Otherwise its choice
 * would depend on when the tables were last vacuumed.
 */
async function readPlan(db: Db, kind: DatabaseKind, node: RootOperationNode): Promise<string> {
  const statement = db.getExecutor().compileQuery(node, createQueryId());
  return db.transaction().execute(async (trx) => {
    if (kind === 'PostgreSQL') await sql`set local enable_sort = off`.execute(trx);
    return readQueryPlan(trx, kind, statement);
  });
}

/** A person with a company and an act on many records. */
type Caller = { id: number; token: string; companyId: number; actId: number };

/** Creates a request for the first page of a list. If the list belongs to a user, a company or an act, it is that of the caller. */
const createRequest = ({ path, params, body }: Endpoint, caller: Caller) => ({
  ...(params && { params: findParent(path, caller) }),
  ...(body && { body: {} }),
});

function findParent(path: string, { id, companyId, actId }: Caller): Record<string, number> {
  if (path.startsWith('/mass-act/')) return { actId };
  return { id: path.startsWith('/company/') ? companyId : id };
}

/**
 * The names that a query plan may scan: tables that do not grow with the customers, results within the statement, counts that stop after a
 * thousand rows, the links of the audit chain, of which one request reads a limited number, and the bin for deleted users, which is read in
 * the order of its ids until the page is full.
 */
const scannablePattern =
  /^(brands|tools|record_places|country_ranks|release_notes|listed_(user|request)_groups|CONSTANT|json_each|matching|existing|counted|fitting|link|c|p|h|deleted_users)$/;

/** Lists that still read all rows in scope. */
const knownScans: Record<DatabaseKind, Readonly<Record<string, string>>> = {
  SQLite: {
    // A salesman has few customers, and decision 53 says why their licences are not listed by an index.
    'licenseAdmin.search as salesman': 'users',
    // There is one company for many customers. The list of a salesman is read by the thread for long reads.
    'companies.search as salesman': 'companies',
    // Few people read the list of orders, and only the number of its pages needs all rows.
    'orders.search as administrator': 'orders',
    'orders.search as salesman': 'orders',
  },
  // In small tables, PostgreSQL finds the people of all companies at once.
  PostgreSQL: { 'companies.search as salesman': 'users, companies' },
};

test('the rule by which these tests find list calls finds all lists of the API contract', () => {
  expect(endpoints.filter(isList).map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'audit.search',
      'companies.pcs',
      'countrySalesmen.search',
      'crm.search',
      'helpRequests.listOf',
      'helpRequests.search',
      'licenseAdmin.lostMachines',
      'licenseAdmin.search',
      'licenses.list',
      'licenses.renewalWeeks',
      'mail.search',
      'massActs.results',
      'releaseNotes.list',
      'releaseNotes.search',
      'requests.search',
      'users.crm',
      'users.listDeleted',
      'users.search',
      'users.timeline',
      'users.viewers',
    ]),
  );
});

/** A list says by a field of its reply that there are more rows than it contains. An act on many records is not a list. */
const isList = ({ reply }: Endpoint): boolean =>
  typeof reply === 'object' &&
  reply !== null &&
  'shape' in reply &&
  !('effects' in Object(reply.shape)) &&
  ['total', 'next', 'hasMore'].some((field) => field in Object(reply.shape));

type RecordedReads = { statements: CompiledQuery[]; rows: number };

/** Opens a portal with an administrator and a salesman, and records what its calls read. */
async function openRecordedPortal(kind: DatabaseKind) {
  const database = await createTestDatabase(kind);
  const recorded: RecordedReads = { statements: [], rows: 0 };
  const recorder = createReadRecorder(kind, database.kysely, recorded);
  const portal = await openPortal({ ...database, kysely: database.kysely.withPlugin(recorder) });
  onTestFinished(() => portal.close());
  const administrator = await addCaller(portal, 1);
  const salesman = await addCaller(portal, 2);
  await assignSalesman(database, salesman.id, 'DE', 'blue');
  /**
   * Calls each list as the administrator and as the salesman. After each call, `inspect` gets the name of the call and the user, and what
   * the call has read.
   */
  const callLists = async (inspect: (name: string, read: RecordedReads) => Promise<void> | void): Promise<void> => {
    for (const endpoint of endpoints.filter(isList))
      for (const [role, caller] of Object.entries({ administrator, salesman })) {
        Object.assign(recorded, { statements: [], rows: 0 });
        const { status } = await portal.call(endpoint, { token: caller.token, ...createRequest(endpoint, caller) });
        expect([200, 403], endpoint.name).toContain(status);
        await inspect(`${endpoint.name} as ${role}`, { ...recorded });
      }
  };
  const readList = async (endpoint: Endpoint, body: Record<string, unknown>): Promise<CompiledQuery[]> => {
    Object.assign(recorded, { statements: [], rows: 0 });
    const { status } = await portal.call(endpoint, { token: administrator.token, body });
    expect(status).toBe(200);
    return recorded.statements;
  };
  return { database, callLists, readList };
}

async function addCaller(portal: Portal, profileId: number): Promise<Caller> {
  const person = await addPerson(portal, { profileId });
  const fields = { name: `Company ${person.id}`, createdBy: person.id, createdAt: noon };
  const act = { kind: 'users', change: 'invite', body: '{}', startedBy: person.id, requestId: '', at: noon } as const;
  return portal.database.transact(async (trx) => {
    const companyId = await insertCompany(trx, fields);
    const { id: actId } = await insertAct(trx, act, [person.id]);
    await storeOutcome(trx, { actId, number: 0 }, { outcome: 'done' });
    await changeAct(trx, actId, { state: 'done', done: 1, finishedAt: noon });
    return { ...person, companyId, actId };
  });
}

describe.each(databases)('every list (%s)', (kind) => {
  test('no page is read by a scan of a table that grows with the customers, neither for an administrator nor for a salesman', async () => {
    const { database, callLists } = await openRecordedPortal(kind);
    const scans: Record<string, string> = {};
    await callLists(async (name, { statements }) => {
      const tables = new Set<string>();
      for (const statement of statements)
        for (const table of await findScans(database, kind, statement)) tables.add(table);
      if (tables.size > 0) scans[name] = [...tables].join(', ');
    });
    expect(scans).toEqual(knownScans[kind]);
  });

  test('help requests filtered by salesman are tested one by one: no statement looks for all customers of a salesman', async () => {
    const { database, readList } = await openRecordedPortal(kind);
    // A second look at users, beside the one by the id of the person who asked.
    const setOfUsers = kind === 'SQLite' ? /(?:SCAN|SEARCH) users (?!USING INTEGER PRIMARY KEY)/ : /on users users_\d/;
    for (const op of ['oneOf', 'noneOf', 'isEmpty', 'isNotEmpty']) {
      const values = op.endsWith('Of') ? [1, 2] : [];
      const statements = await readList(helpRequests.search, { filters: [{ field: 'salesman', op, values }] });
      const plans: string[] = [];
      for (const statement of statements) plans.push(await explain(database, kind, statement));
      expect(plans.join('\n'), op).toMatch(/users/);
      expect(plans.join('\n'), op).not.toMatch(setOfUsers);
    }
  });
});

// The number of rows that a statement returns does not depend on the database.
describe.each(defaultDatabases)('the rows of every list (%s)', (kind) => {
  test('the statements of a page return about as many rows with 2,000 customers as with 200', async () => {
    const { database, callLists } = await openRecordedPortal(kind);
    const countRowsByList = async (): Promise<Record<string, number>> => {
      const rowCountsByList: Record<string, number> = {};
      await callLists((name, { rows }) => void (rowCountsByList[name] = rows));
      return rowCountsByList;
    };
    await addCustomers(database, { from: 0, to: 200 });
    const rowsWith200Customers = await countRowsByList();
    await addCustomers(database, { from: 200, to: 2000 });
    const rowsWith2000Customers = await countRowsByList();
    expect(rowsWith2000Customers['users.search as administrator']).toBeGreaterThan(20);
    // With 200 customers, a page may not be full, so the number of rows may differ a little.
    for (const [name, rows] of Object.entries(rowsWith2000Customers))
      expect(rows, name).toBeLessThanOrEqual((rowsWith200Customers[name] ?? 0) + 64);
  });
});

/** Records the statements that read, and how many rows they return. */
function createReadRecorder(kind: DatabaseKind, kysely: Db, recorded: RecordedReads): KyselyPlugin {
  const recorder = createStatementRecorder(kysely, kind, (statement) => {
    if (['SelectQueryNode', 'RawNode'].includes(statement.query.kind)) recorded.statements.push(statement);
  });
  return {
    ...recorder,
    transformResult: (args) => {
      recorded.rows += args.result.rows.length;
      return recorder.transformResult(args);
    },
  };
}

/** Tables that grow with the number of customers, although they have no rows about people. */
const growingTables = ['audit_chain', 'audit_seals', 'search_terms', 'used_challenges'];

/** The statements that count a table without rows about people, which does not grow with the customers. */
const countsOfImpersonalTables = new Set(
  declaredTables
    .filter((table) => 'isImpersonal' in table && !growingTables.includes(table.table))
    .map(({ table }) => `select count(*) as "total" from "${table}"`),
);

/** Returns the tables that the statement scans without an index. */
async function findScans(database: Database, kind: DatabaseKind, statement: CompiledQuery): Promise<string[]> {
  const { sql: text } = statement;
  if (countsOfImpersonalTables.has(text)) return [];
  const plan = await explain(database, kind, statement);
  const tables = new Map(
    [...text.matchAll(/"(\w+)" as "?(\w+)"?/g)].map(([, table = '', alias = '']) => [alias, table]),
  );
  const scanPattern = kind === 'SQLite' ? /^SCAN (\w+)(?!.* USING)/gm : new RegExp(filteredScanPattern, 'g');
  return [...plan.matchAll(scanPattern)]
    .map(([, name = '']) => tables.get(name) ?? name)
    .filter((table) => !scannablePattern.test(table));
}

/** Returns the query plan of a statement. A scan that an index can replace is disabled, because the tables of this test are small. */
const explain = ({ transact }: Database, kind: DatabaseKind, statement: CompiledQuery): Promise<string> =>
  transact(async (trx) => {
    if (kind === 'PostgreSQL') await sql`set local enable_seqscan = off`.execute(trx);
    return readQueryPlan(trx, kind, statement);
  });
