import { createHash } from 'node:crypto';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';
import { personalTables } from '#server/database/personal/rows-of-person.ts';
import { verifyChain } from '#server/features/audit/verify-chain.ts';
import { eraseDeletedUsers, deleteOldLetters, purgeUnverified } from '#server/jobs/jobs.ts';
import { days } from '#server/platform/clock/clock.ts';
import { databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { openOutbox } from '#server/testing/mail/outbox.ts';
import { plantPeople } from '#server/testing/records/planted-people.ts';
import { applicantValues, customerValues, salesmanValues } from '#server/testing/records/planted-values.ts';
import { openPortal } from '#server/testing/portal.ts';
import { findTraces } from '#server/testing/database/stored-text.ts';

/** Lists the tables that have no row about any of the given people. */
async function listTablesWithoutRows({ kysely }: Database, personIds: readonly number[]): Promise<string[]> {
  const tables: string[] = [];
  for (const { table, isAbout } of personalTables) {
    const counts = await Promise.all(
      personIds.map((id) =>
        sql<{ n: number }>`select count(*) as n from ${sql.table(table)} where ${isAbout(id)}`.execute(kysely),
      ),
    );
    if (counts.every(({ rows }) => Number(rows[0]?.n) === 0)) tables.push(table);
  }
  return tables;
}

describe.each(databases)('the deletion of a person (%s)', (kind) => {
  test('after a deletion, no column of any table contains a value of the person', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const { database } = portal;
    const { root, customerId, applicantId, salesmanId } = await plantPeople(portal);
    const deletedPersonIds = [customerId, applicantId, salesmanId];
    expect(await listTablesWithoutRows(database, deletedPersonIds), 'tables that the test does not cover').toEqual([]);
    for (const value of [...customerValues, ...applicantValues, ...salesmanValues])
      expect(await findTraces(database, [value]), `${value} was planted`).not.toEqual([]);

    const removeUser = (id: number) => portal.call(users.removeMany, { token: root.token, body: [id] });
    const runDeletionJobs = async (laterMs: number) => {
      const dependencies = {
        database,
        clock: () => portal.now() + laterMs,
        queueLetter: openOutbox(database).queueLetter,
      };
      await deleteOldLetters(dependencies);
      await purgeUnverified(dependencies);
      await eraseDeletedUsers(dependencies);
    };
    const licenses = database.kysely.selectFrom('licenses').where('userId', '=', customerId).orderBy('id');
    const files = (await licenses.select('licenceFile').execute()).map(({ licenceFile }) => licenceFile);
    expect((await removeUser(customerId)).body).toMatchObject({ results: [{ outcome: 'deleted' }] });
    expect(await licenses.select(['licenceFile', 'fileHash']).execute(), 'the hash stays').toEqual(
      files.map((file) => ({ licenceFile: '', fileHash: createHash('sha256').update(file).digest('hex') })),
    );
    await runDeletionJobs(days(7));
    expect(await findTraces(database, customerValues)).toEqual([]);
    expect(await verifyChain(database.kysely)).toMatchObject({ ok: true });

    expect((await removeUser(applicantId)).body).toMatchObject({ results: [{ outcome: 'deleted' }] });
    await runDeletionJobs(days(7));
    expect(await findTraces(database, applicantValues)).toEqual([]);

    await removeUser(salesmanId);
    await runDeletionJobs(days(7));
    const passwords = database.kysely.selectFrom('users').select('passwordHash').where('id', 'in', deletedPersonIds);
    expect(await passwords.execute()).toEqual(deletedPersonIds.map(() => ({ passwordHash: null })));
    expect(await findTraces(database, salesmanValues)).toEqual([]);
    expect(await verifyChain(database.kysely)).toMatchObject({ ok: true });
    await portal.close();
  });
});
