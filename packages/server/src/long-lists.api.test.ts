import { users } from '@basics/contract/users/users.ts';
import { CompiledQuery, createQueryId } from 'kysely';
import type { KyselyPlugin, RootOperationNode } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import type { Db } from './database/foundation.ts';
import { findMatchingUsers } from '#server/features/users/list/search-users.repository.ts';
import { databases } from '#server/testing/database/databases.ts';
import type { DatabaseKind } from '#server/testing/database/databases.ts';
import { openPortal } from '#server/testing/portal.ts';
import type { Portal } from '#server/testing/portal.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { createUserRow, writeMissingSearchTexts } from '#server/testing/database/rows.ts';
import { suiteDatabase } from '#server/testing/processes/suite-portal.ts';
import { analyzeTables } from '#server/testing/database/tables.ts';

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
      const list = await findMatchingUsers(watchReads(database().kysely, recordedReads), viewer, query);
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
  const { sql: text, parameters } = db.getExecutor().compileQuery(node, createQueryId());
  return db.transaction().execute(async (trx) => {
    if (kind === 'PostgreSQL') await trx.executeQuery(CompiledQuery.raw('set local enable_sort = off'));
    const explainStatement = `${kind === 'SQLite' ? 'explain query plan' : 'explain'} ${text}`;
    const { rows } = await trx.executeQuery<Record<string, unknown>>(
      CompiledQuery.raw(explainStatement, [...parameters]),
    );
    return rows.map((row) => String(row['detail'] ?? row['QUERY PLAN'])).join('\n');
  });
}
