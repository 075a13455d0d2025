import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { extendAndVerifyChain } from '#server/testing/audit-of.ts';
import { eraseDeletedUsers } from '#server/jobs/jobs.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { openOutbox } from '#server/testing/mail/outbox.ts';
import { noon } from '#server/testing/portal.ts';
import { createUserRow } from '#server/testing/database/rows.ts';
import { tamperWithAudit } from '#server/testing/tamper.ts';

const addUser = async ({ kysely }: Database, login: string): Promise<number> => {
  const row = kysely.insertInto('users').values(createUserRow({ login })).returning('users.id');
  return (await row.executeTakeFirstOrThrow()).id;
};

const writeEntry = (database: Database, personId: number): Promise<void> =>
  database.transact((trx) =>
    recordAudit(trx, {
      at: noon,
      actorId: 1,
      requestId: null,
      action: 'user.update',
      subject: { kind: 'user', id: personId },
      after: { phone: 'planted' },
    }),
  );

const eraseValues = (database: Database): Promise<void> =>
  eraseDeletedUsers({ database, clock: () => noon, queueLetter: openOutbox(database).queueLetter });

const markDeleted = ({ kysely }: Database, id: number) =>
  kysely.updateTable('users').set({ status: 'deleted' }).where('id', '=', id).execute();

describe.each(databases)('removed values of audit entries (%s)', (kind) => {
  test('the values of entries about a deleted person are deleted, those of other people stay, and the chain stays valid', async () => {
    const database = await createTestDatabase(kind);
    const [ada, bob] = [await addUser(database, 'ada@x.example'), await addUser(database, 'bob@x.example')];
    for (const personId of [ada, bob]) await writeEntry(database, personId);
    await eraseValues(database);
    expect(await extendAndVerifyChain(database), 'nobody is deleted').toMatchObject({ ok: true, entries: 2 });
    await markDeleted(database, ada);
    await eraseValues(database);
    const valueRows = await database.kysely.selectFrom('auditValues').select('personId').orderBy('auditId').execute();
    expect(valueRows.map(({ personId }) => personId)).toEqual([bob, null]);
    expect(await extendAndVerifyChain(database)).toMatchObject({ ok: true, entries: 3 });
    await eraseValues(database);
    expect(await extendAndVerifyChain(database), 'nothing is erased twice').toMatchObject({ ok: true, entries: 3 });
    await tamperWithAudit(kind, database, 'update audit set actor_id = 9 where id = 1');
    expect(await extendAndVerifyChain(database)).toMatchObject({ ok: false, auditId: 1 });
  });

  test('values that were deleted without an audit entry about the deletion are reported', async () => {
    const database = await createTestDatabase(kind);
    for (const personId of [1, 2]) await writeEntry(database, personId);
    await tamperWithAudit(kind, database, 'delete from audit_values where audit_id = 2');
    expect(await extendAndVerifyChain(database)).toMatchObject({ ok: false, auditId: 2 });
  });
});
