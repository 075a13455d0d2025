import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sendCall } from '#server/testing/access/access-attempt.ts';
import type { AccessRow } from '#server/testing/access/access-row.ts';
import { listSituations, createSubject } from '#server/testing/access/access-subject.ts';
import { accessTable } from '#server/testing/access/access-table.ts';
import { createTestDatabase } from '#server/testing/database/databases.ts';
import { createSession } from '#server/testing/records/people.ts';
import { openPortal } from '#server/testing/portal.ts';
import { allRows } from '#server/testing/database/tables.ts';

/** The calls write to these tables before their transaction, so that failed attempts are counted too. */
const tablesWrittenBefore = ['throttles', 'used_challenges'];

/** A GET request stores nothing (T234). */
const writingCalls = accessTable.filter(({ endpoint }) => endpoint.method !== 'GET');

// A trigger makes every insert into the given table fail. SQLite alone is enough, because the calls open the same transactions on
// PostgreSQL. Each number is the minimum number of calls that must fail, because otherwise the test would pass if no call failed.
test.each([
  ['audit entry', 'audit', 37],
  ['e-mail', 'outbox', 9],
])('if the %s of a call cannot be stored, the call stores nothing', async (_, table, minFailedCalls) => {
  const database = await createTestDatabase('SQLite');
  const portal = await openPortal(database);
  const login = 'self@portal.example';
  const callerId = await portal.addUser({ login, profileId: 1 });
  const caller = { id: callerId, login, profileID: 1 };
  const readStoredRows = async () => {
    const rows = Object.entries(await allRows(database));
    return Object.fromEntries(rows.filter(([name]) => !tablesWrittenBefore.includes(name)));
  };
  const failedCalls: string[] = [];
  const changedTables: string[] = [];
  /** Makes the call while every insert into the table fails. Returns the status, and the tables that the call changed if they are compared. */
  const callWithRefusal = async (row: AccessRow, isCompared: boolean) => {
    const [situation] = listSituations(row).filter(({ relation }) => relation === 'inScope' || relation === 'missing');
    if (!situation) throw new Error(`${row.endpoint.name} has no record to be tried on`);
    const subject = await createSubject(portal, { callerId, row, situation });
    const token = await createSession(portal, caller);
    const rowsBefore = isCompared ? await readStoredRows() : {};
    await sql`create trigger refused before insert on ${sql.table(table)} begin select raise(abort, 'refused'); end`.execute(
      database.kysely,
    );
    const { status } = await sendCall(portal, row, { token, subject });
    await portal.settled();
    await sql`drop trigger refused`.execute(database.kysely);
    const rowsAfter = isCompared ? await readStoredRows() : {};
    const changed = Object.keys(rowsAfter).filter(
      (name) => JSON.stringify(rowsAfter[name]) !== JSON.stringify(rowsBefore[name]),
    );
    return { status, changed };
  };
  for (const row of writingCalls) {
    // Reading all tables costs most of the time of this test, so only a call that fails is made once more to compare them.
    if ((await callWithRefusal(row, false)).status < 500) continue;
    const { status, changed } = await callWithRefusal(row, true);
    expect([row.endpoint.name, status]).toEqual([row.endpoint.name, 500]);
    failedCalls.push(row.endpoint.name);
    changedTables.push(...changed.map((name) => `${row.endpoint.name} changed ${name}`));
  }
  expect(changedTables).toEqual([]);
  expect(failedCalls.length).toBeGreaterThanOrEqual(minFailedCalls);
});
