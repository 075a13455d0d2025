import { createHash } from 'node:crypto';
import { profiles } from '@basics/contract/calls/permissions.ts';
import { session } from '@basics/contract/session/session.ts';
import { deletedUsers } from '@basics/contract/users/deleted-users.ts';
import { users } from '@basics/contract/users/users.ts';
import { describe, expect, test } from 'vitest';
import { extendAndVerifyChain } from '#server/testing/audit-of.ts';
import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';
import { personalTables } from '#server/database/personal/rows-of-person.ts';
import { eraseDeletedUsers, deleteOldLetters, purgeUnverified } from '#server/jobs/jobs.ts';
import { days } from '#server/platform/clock/clock.ts';
import { databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { openOutbox } from '#server/testing/mail/outbox.ts';
import { plantPeople } from '#server/testing/records/planted-people.ts';
import { applicantValues, customerValues, salesmanValues } from '#server/testing/records/planted-values.ts';
import { openPortal, password, type Portal } from '#server/testing/portal.ts';
import { sendCall } from '#server/testing/access/access-attempt.ts';
import { missingSubject } from '#server/testing/access/access-row.ts';
import { accessTable, findOutcome, identities } from '#server/testing/access/access-table.ts';
import { addPerson, type Person } from '#server/testing/records/people.ts';
import { assignSalesman } from '#server/testing/records/staff.ts';
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
  test('no call reveals a deleted person, and no column of any table contains a value of an erased person (T251)', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const { database } = portal;
    const { root, customerId, applicantId, salesmanId } = await plantPeople(portal);
    const deletedPersonIds = [customerId, applicantId, salesmanId];
    expect(await listTablesWithoutRows(database, deletedPersonIds), 'tables that the test does not cover').toEqual([
      'deletedUsers',
    ]);
    for (const value of [...customerValues, ...applicantValues, ...salesmanValues])
      expect(await findTraces(database, [value]), `${value} was planted`).not.toEqual([]);

    const params = (id: number) => ({ token: root.token, params: { id } });
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
    await portal.call(users.removeMany, { token: root.token, body: deletedPersonIds });
    await runDeletionJobs(days(7));
    const endedTables = personalTables.filter(({ inBin, erasing }) => inBin === 'ends' && erasing !== 'apart');
    expect(await listTablesWithoutRows(database, deletedPersonIds)).toEqual(
      expect.arrayContaining(endedTables.map(({ table }) => table)),
    );
    expect(await findAnswersNaming(portal, root, [customerId, salesmanId])).toEqual([]);
    // An export by the name of a person who is in the bin.
    await portal.call(users.export, { token: root.token, body: { keyword: 'Quillfeather' } });
    for (const login of ['kite.login@planted.example', 'bartholomew.underwoodson@portal.example'])
      expect((await portal.call(session.signIn, { body: { login, password } })).status).toBe(422);
    expect(await extendAndVerifyChain(database)).toMatchObject({ ok: true });

    expect((await portal.call(deletedUsers.removeDeleted, params(applicantId))).status).toBe(204);
    expect(await findTraces(database, applicantValues)).toEqual([]);
    await portal.call(deletedUsers.restoreDeleted, params(salesmanId));
    await portal.call(users.remove, { ...params(salesmanId), query: { forGood: 'true' } });
    await runDeletionJobs(days(30));
    expect(await licenses.select(['licenceFile', 'fileHash']).execute(), 'the hash stays').toEqual(
      files.map((file) => ({ licenceFile: '', fileHash: createHash('sha256').update(file).digest('hex') })),
    );
    const passwords = database.kysely.selectFrom('users').select('passwordHash').where('id', 'in', deletedPersonIds);
    expect(await passwords.execute()).toEqual(deletedPersonIds.map(() => ({ passwordHash: null })));
    expect(await findTraces(database, [...customerValues, ...applicantValues, ...salesmanValues])).toEqual([]);
    expect(await extendAndVerifyChain(database)).toMatchObject({ ok: true });
    await portal.close();
  });
});

/** The calls that only read: all GET calls, searches, exports, and previews. */
const readingCall = /\.(search|list|export|companies|crm|personalData|impact|recipient|preview\w+)$/;
const refusals = ['NO_SESSION', 'NOT_PERMITTED'];

/**
 * Makes every call that only reads, as a user of each profile that may make it, about the given deleted people and their records. Returns the
 * calls whose answers contain a value of a planted person, except for the bin.
 */
async function findAnswersNaming(portal: Portal, root: Person, personIds: readonly number[]): Promise<string[]> {
  const { kysely } = portal.database;
  const plantedValues = [...customerValues, ...applicantValues, ...salesmanValues].map((value) => value.toLowerCase());
  const rows = accessTable.filter(
    ({ endpoint: { method, name } }) =>
      (method === 'GET' || readingCall.test(name)) && name !== deletedUsers.listDeleted.name,
  );
  expect(rows.length).toBeGreaterThan(80);
  const helpRequest = await kysely.selectFrom('helpRequests').select('id').executeTakeFirstOrThrow();
  const license = await kysely.selectFrom('licenses').select(['id', 'machineId']).executeTakeFirstOrThrow();
  const records = { ...missingSubject, name: 'reader', licenseId: license.id, machineId: license.machineId };
  const answers: string[] = [];
  for (const identity of identities) {
    const profileId = Number(Object.entries(profiles).find(([, role]) => role === identity)?.[0] ?? 99);
    const caller = identity === 'Administrator' ? root : await addPerson(portal, { profileId });
    if (identity === 'Salesman') await assignSalesman(portal.database, caller.id, 'DE', 'blue');
    // The tests of the access table prove the refusals.
    for (const row of rows.filter((one) => !refusals.includes(findOutcome(one, identity, 'inScope')))) {
      const ids = row.recordKind === 'helpRequest' ? [helpRequest.id] : personIds;
      const requests = ids.map((id) => row.request({ ...records, id, colleague: caller.id }));
      // A call that is not about one record is made once.
      for (const request of new Map(requests.map((one) => [JSON.stringify(one), one])).values()) {
        const token = identity === 'nobody' ? null : caller.token;
        const { body, bytes } = await sendCall(portal, row, { token, subject: records, request: () => request });
        const text = `${JSON.stringify(body)} ${bytes.toString()}`.toLowerCase();
        for (const value of plantedValues.filter((planted) => text.includes(planted)))
          answers.push(`${row.endpoint.name} as ${identity}: ${value}`);
      }
    }
  }
  return answers;
}
