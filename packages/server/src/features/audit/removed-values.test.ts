import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import type { Database } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { migrations } from '#server/database/migrations.ts';
import { eraseDeletedUsers } from '#server/jobs/erase-deleted.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { databases, createEmptyLocation, createTestDatabase } from '#server/testing/databases.ts';
import type { DatabaseKind } from '#server/testing/databases.ts';
import { writeOldAudit } from '#server/testing/old-audit.ts';
import { openOutbox } from '#server/testing/outbox.ts';
import { noon } from '#server/testing/portal.ts';
import { createUserRow } from '#server/testing/rows.ts';
import { tamperWithAudit } from '#server/testing/tamper.ts';
import { findTraces } from '#server/testing/stored-text.ts';
import { verifyChain } from './verify-chain.ts';

const addUser = async ({ kysely }: Database, login: string): Promise<number> => {
  const row = kysely.insertInto('users').values(createUserRow({ login })).returning('users.id');
  return (await row.executeTakeFirstOrThrow()).id;
};

/** Writes an entry of the current format and one of the old format about a person. */
async function writeEntries(database: Database, personId: number): Promise<void> {
  await database.transact((trx) =>
    recordAudit(trx, {
      at: noon,
      actorId: 1,
      requestId: null,
      action: 'user.update',
      subject: { kind: 'user', id: personId },
      after: { phone: 'planted new' },
    }),
  );
  await writeOldEntry(database, personId);
}

const writeOldEntry = (database: Database, personId: number): Promise<void> =>
  writeOldAudit(database, {
    at: noon,
    actorId: 1,
    action: 'user.update',
    subjectKind: 'user',
    subjectId: String(personId),
    after: '{"phone":"planted old"}',
  });

const eraseValues = (database: Database): Promise<void> =>
  eraseDeletedUsers({ database, clock: () => noon, queueLetter: openOutbox(database).queueLetter });

const markDeleted = ({ kysely }: Database, id: number) =>
  kysely.updateTable('users').set({ status: 'deleted' }).where('id', '=', id).execute();

/** Opens an upgraded database of version 1.0, with one audit entry about each of two people, of whom the first is deleted. */
async function openOldDatabase(kind: DatabaseKind): Promise<{ database: Database; people: number[] }> {
  const database = await openDatabase(await createEmptyLocation(kind));
  onTestFinished(() => database.close());
  await migrate(
    database,
    () => noon,
    migrations.slice(
      0,
      migrations.findIndex(({ name }) => name === '0020-erasure'),
    ),
  );
  const people = [await addUser(database, 'a@x.example'), await addUser(database, 'b@x.example')];
  for (const id of people) await writeOldEntry(database, id);
  await markDeleted(database, people[0] ?? 0);
  await migrate(database, () => noon);
  return { database, people };
}

describe.each(databases)('removed values of audit entries (%s)', (kind) => {
  test('an upgrade moves the values of audit entries to their own table, and the chain stays valid when a person is deleted', async () => {
    const { database, people } = await openOldDatabase(kind);
    const readValues = () =>
      database.kysely.selectFrom('auditValues').select(['auditId', 'personId', 'after']).execute();
    const oldValues = '{"phone":"planted old"}';
    expect(await readValues()).toEqual(
      people.map((personId, index) => ({ auditId: index + 1, personId, after: oldValues })),
    );
    expect(await verifyChain(database.kysely)).toMatchObject({ ok: true, entries: 2 });
    await eraseValues(database);
    expect((await readValues()).map(({ personId }) => personId)).toEqual([people[1], null]);
    expect(await verifyChain(database.kysely)).toMatchObject({ ok: true, entries: 3 });
    await tamperWithAudit(kind, database, 'update audit set actor_id = 9 where id = 1');
    expect(await verifyChain(database.kysely)).toMatchObject({ ok: false, auditId: 1 });
  });

  test('values that an older version writes at the same time are moved too, and deleted with the person', async () => {
    const database = await createTestDatabase(kind);
    const id = await addUser(database, 'ada@x.example');
    await writeEntries(database, id);
    expect(await verifyChain(database.kysely)).toMatchObject({ ok: true, entries: 2 });
    await eraseValues(database);
    expect(await verifyChain(database.kysely)).toMatchObject({ ok: true, entries: 2 });
    await markDeleted(database, id);
    await eraseValues(database);
    expect(await findTraces(database, ['planted'])).toEqual([]);
    expect(await verifyChain(database.kysely)).toMatchObject({ ok: true, entries: 3 });
    await eraseValues(database);
    expect(await verifyChain(database.kysely), 'nothing is erased twice').toMatchObject({ ok: true, entries: 3 });
  });

  test.each([1, 2])(
    'values that were deleted without an audit entry about the deletion are reported at entry %i',
    async (auditId) => {
      const database = await createTestDatabase(kind);
      await writeEntries(database, await addUser(database, 'ada@x.example'));
      await eraseValues(database);
      await tamperWithAudit(kind, database, `delete from audit_values where audit_id = ${auditId}`);
      expect(await verifyChain(database.kysely)).toMatchObject({ ok: false, auditId });
    },
  );
});
