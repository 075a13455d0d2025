import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import {
  bySystem,
  computeAuditHash,
  computeValuesHash,
  emptyAuditValues,
  recordAudit,
} from '#server/platform/audit/audit.ts';
import { extendByBatch, extendChain } from '#server/platform/audit/extend-chain.ts';
import {
  findAuditHead,
  findNewestSeal,
  insertSeal,
  lockAuditHead,
  writeAuditHead,
} from '#server/platform/audit/audit.repository.ts';
import {
  databases,
  createTestDatabase,
  createTestLocation,
  openWithLongTimeouts,
} from '#server/testing/database/databases.ts';
import type { DatabaseKind } from '#server/testing/database/databases.ts';
import { disableAuditProtection, tamperWithAudit } from '#server/testing/tamper.ts';
import { verifyAndReportChain, verifyChain } from './verify-chain.ts';

const writeEntry = (database: Database, at: number): Promise<void> =>
  database.transact((trx) =>
    recordAudit(trx, {
      at,
      actorId: 1,
      requestId: 'r',
      action: 'tool.update',
      subject: { kind: 'tool', id: at },
      before: { name: `é ${at}\u0000` },
      after: { name: `"${at}"` },
    }),
  );

/** Writes an entry and its link as a portal of version 1.0.1 does: in one transaction, which locks the newest hash. */
const writeAsReleased = (database: Database): Promise<void> =>
  database.transact(async (trx) => {
    const previousHash = await lockAuditHead(trx);
    const row = { at: 9, action: 'tool.update', subjectKind: 'tool', valuesHash: computeValuesHash(emptyAuditValues) };
    const entry = await trx.insertInto('audit').values(row).returningAll().executeTakeFirstOrThrow();
    const hash = computeAuditHash(previousHash, entry);
    await trx.insertInto('auditChain').values({ auditId: entry.id, previousHash, hash }).execute();
    await writeAuditHead(trx, hash);
  });

/** Opens a database with five audit entries in the chain, whose ids are 1 to 5. */
async function openChain(kind: DatabaseKind): Promise<Database> {
  const database = await createTestDatabase(kind);
  for (let at = 1; at <= 5; at += 1) await writeEntry(database, at);
  await extendChain(database);
  return database;
}

describe.each(databases)('the chain of audit entries (%s)', (kind) => {
  test('an unchanged chain is intact, and an empty chain too', async () => {
    expect(await verifyChain((await createTestDatabase(kind)).kysely)).toMatchObject({ ok: true, entries: 0 });
    const chainResult = await verifyChain((await openChain(kind)).kysely);
    expect(chainResult).toMatchObject({ ok: true, entries: 5 });
  });

  test.each([
    ['action', "update audit set action = 'thing.view' where id = 3"],
    ['actor', 'update audit set actor_id = 2 where id = 3'],
    ['time', 'update audit set at = 4 where id = 3'],
    ['subject', "update audit set subject_id = '9' where id = 3"],
    ['value before', "update audit_values set before = '{}' where audit_id = 3"],
    ['value after', 'update audit_values set after = null where audit_id = 3'],
    ['salt', `update audit_values set salt = '${'0'.repeat(32)}' where audit_id = 3`],
    ['hash', `update audit_chain set hash = '${'ab'.repeat(32)}' where audit_id = 3`],
  ])('an entry with a changed %s is reported (T257)', async (_, statement) => {
    const database = await openChain(kind);
    await tamperWithAudit(kind, database, statement);
    expect(await verifyChain(database.kysely)).toEqual({ ok: false, auditId: 3, fault: 'changed' });
  });

  test('a removed entry is reported by its id, or by the id of the next entry (T255)', async () => {
    const databaseWithoutEntry = await openChain(kind);
    await tamperWithAudit(kind, databaseWithoutEntry, 'delete from audit where id = 3');
    expect(await verifyChain(databaseWithoutEntry.kysely)).toMatchObject({ ok: false, auditId: 3 });

    const databaseWithoutEntryAndLink = await openChain(kind);
    await tamperWithAudit(
      kind,
      databaseWithoutEntryAndLink,
      'delete from audit where id = 3',
      'delete from audit_chain where audit_id = 3',
    );
    expect(await verifyChain(databaseWithoutEntryAndLink.kysely)).toMatchObject({ ok: false, auditId: 4 });
  });

  test('entries removed from the beginning or from the end are detected', async () => {
    const databaseWithoutFirstEntry = await openChain(kind);
    await tamperWithAudit(
      kind,
      databaseWithoutFirstEntry,
      'delete from audit_chain where audit_id = 1',
      'delete from audit where id = 1',
    );
    expect(await verifyChain(databaseWithoutFirstEntry.kysely)).toMatchObject({ ok: false, auditId: 2 });

    const databaseWithoutLastEntry = await openChain(kind);
    await tamperWithAudit(
      kind,
      databaseWithoutLastEntry,
      'delete from audit_chain where audit_id = 5',
      'delete from audit where id = 5',
    );
    expect(await verifyChain(databaseWithoutLastEntry.kysely)).toEqual({
      ok: false,
      auditId: 4,
      fault: 'nextRemoved',
    });
  });

  test('an entry inserted outside the chain is reported by its id (T256)', async () => {
    const database = await openChain(kind);
    await tamperWithAudit(
      kind,
      database,
      `insert into audit (at, action, subject_kind, values_hash) values (3, 'tool.update', 'thing', '${'ab'.repeat(32)}')`,
    );
    expect(await verifyChain(database.kysely)).toMatchObject({ ok: false, auditId: 6 });
  });

  test('two swapped entries are detected', async () => {
    const database = await openChain(kind);
    await tamperWithAudit(
      kind,
      database,
      "update audit set subject_id = case id when 2 then '3' else '2' end, at = 5 - at where id in (2, 3)",
      "update audit_values set before = replace(replace(replace(before, '2', 'x'), '3', '2'), 'x', '3'), after = replace(replace(replace(after, '2', 'x'), '3', '2'), 'x', '3') where audit_id in (2, 3)",
    );
    expect(await verifyChain(database.kysely)).toMatchObject({ ok: false, auditId: 2 });
  });

  test('if someone rewrites the whole chain, the chain no longer contains a hash that was noted before', async () => {
    const database = await openChain(kind);
    const resultBefore = await verifyChain(database.kysely);
    const witnesses = [{ hash: resultBefore.ok ? resultBefore.head : '', source: { kind: 'given' } as const }];
    await writeEntry(database, 6);
    await extendChain(database);
    expect(await verifyChain(database.kysely, witnesses)).toMatchObject({ ok: true, entries: 6 });
    const rewrittenDatabase = await createTestDatabase(kind);
    for (const at of [1, 2, 3, 4, 7]) await writeEntry(rewrittenDatabase, at);
    await extendChain(rewrittenDatabase);
    expect(await verifyAndReportChain(rewrittenDatabase.kysely)).toMatchObject({ ok: true });
    expect(await verifyAndReportChain(rewrittenDatabase.kysely, witnesses)).toMatchObject({
      ok: false,
      lines: [
        'The audit log is broken. The audit log was rewritten or shortened: the hash that you gave is not in it.',
      ],
    });
  });

  test.each([
    ["update audit set action = 'thing.view' where id = 3", 'audit'],
    [`update audit set values_hash = '${'ab'.repeat(32)}' where id = 3`, 'audit'],
    ['delete from audit where id = 5', 'audit'],
    ['update audit_chain set hash = previous_hash where audit_id = 5', 'audit_chain'],
    ['delete from audit_chain where audit_id = 5', 'audit_chain'],
    ["update audit_values set after = '{}' where audit_id = 5", 'audit_values'],
  ])('a trigger of the database refuses: %s', async (statement) => {
    const database = await openChain(kind);
    await expect(sql.raw(statement).execute(database.kysely)).rejects.toThrow('audit entries can only be added');
    expect(await verifyChain(database.kysely)).toMatchObject({ ok: true, entries: 5 });
  });

  test('triggers of the database refuse to change and delete seals, and to empty the tables', async () => {
    const database = await openChain(kind);
    await insertSeal(database.kysely, { auditId: 5, at: 1, seal: 'a seal' });
    const truncateStatements = ['audit_seals', 'audit_chain', 'audit'].map((table) => `truncate ${table} cascade`);
    const statements = [
      "update audit_seals set seal = 'x'",
      'delete from audit_seals',
      ...(kind === 'SQLite' ? [] : truncateStatements),
    ];
    for (const statement of statements)
      await expect(sql.raw(statement).execute(database.kysely), statement).rejects.toThrow(
        'audit entries can only be added',
      );
    expect(await findNewestSeal(database.kysely)).toMatchObject({ seal: 'a seal' });
  });

  test('50 parallel writers in two processes write one chain (T254)', async () => {
    const location = await createTestLocation(kind);
    const [one, two] = await Promise.all([openWithLongTimeouts(location), openWithLongTimeouts(location)]);
    try {
      const writeAndExtend = async (_: unknown, at: number) => {
        await writeEntry(at % 2 === 0 ? one : two, at);
        if (at % 3 === 0) await extendChain(at % 2 === 0 ? two : one);
      };
      await Promise.all(Array.from({ length: 50 }, writeAndExtend));
      await extendChain(one);
      expect(await verifyChain(one.kysely)).toMatchObject({ ok: true, entries: 50, waiting: 0 });
    } finally {
      await Promise.all([one.close(), two.close()]);
    }
  });

  test('entries wait for the chain, where a portal of version 1.0.1 adds its entries at once; both make one chain', async () => {
    const database = await createTestDatabase(kind);
    const verify = () => verifyChain(database.kysely);
    for (const at of [1, 2]) await writeEntry(database, at);
    expect(await verify()).toMatchObject({ ok: true, entries: 0, waiting: 2, since: 1 });
    expect((await verifyAndReportChain(database.kysely)).lines).toContain(
      'Entries that are not in the chain yet, so that nothing proves them: 2, the oldest of 1970-01-01T00:00:00.001Z.',
    );
    await writeAsReleased(database);
    expect(await verify()).toMatchObject({ ok: true, entries: 1, waiting: 2 });
    const killed = database.transact(async (trx) => {
      await extendByBatch(trx);
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    await extendChain(database);
    expect(await verify()).toMatchObject({ ok: true, entries: 3, waiting: 0, since: null });
    await writeAsReleased(database);
    await writeEntry(database, 6);
    await extendChain(database);
    expect(await verify()).toMatchObject({ ok: true, entries: 5, waiting: 0 });
    expect(await findAuditHead(database.kysely)).toMatchObject({ auditId: 5 });
  });

  test('an entry cannot leave the list of those that wait before it is in the chain, and a removed one is reported', async () => {
    const database = await openChain(kind);
    await writeEntry(database, 6);
    for (const statement of ['delete from audit_tail', 'update audit_tail set audit_id = 1'])
      await expect(sql.raw(statement).execute(database.kysely)).rejects.toThrow('wait until they are in the chain');
    await sql.raw('delete from audit_tail where audit_id = 5').execute(database.kysely);
    await disableAuditProtection(kind, database.kysely);
    await sql.raw('delete from audit where id = 6').execute(database.kysely);
    expect(await verifyChain(database.kysely)).toEqual({ ok: false, auditId: 6, fault: 'removed' });
    await sql.raw('delete from audit_tail').execute(database.kysely);
    expect(await verifyChain(database.kysely), 'nothing proves it').toMatchObject({ ok: true, entries: 5 });
  });

  // SQLite has one writer at a time, so that the order of the ids is the order of the commits.
  test.runIf(kind === 'PostgreSQL')('an entry that commits after later ones joins the chain after them', async () => {
    const database = await openChain(kind);
    const { promise: laterIsChained, resolve: commit } = Promise.withResolvers<undefined>();
    const { promise: isWritten, resolve: write } = Promise.withResolvers<undefined>();
    const late = database.transact(async (trx) => {
      await recordAudit(trx, { at: 6, ...bySystem, action: 'tool.delete', subject: { kind: 'tool', id: 6 } });
      write(undefined);
      await laterIsChained;
    });
    await isWritten;
    await writeEntry(database, 7);
    await extendChain(database);
    expect(await verifyChain(database.kysely)).toMatchObject({ ok: true, entries: 6, waiting: 0 });
    commit(undefined);
    await late;
    await extendChain(database);
    expect(await findAuditHead(database.kysely)).toMatchObject({ auditId: 6 });
    await writeAsReleased(database);
    expect(await verifyChain(database.kysely)).toMatchObject({ ok: true, entries: 8, waiting: 0 });
    await tamperWithAudit(kind, database, 'update audit set at = 9 where id = 6');
    expect(await verifyChain(database.kysely)).toEqual({ ok: false, auditId: 6, fault: 'changed' });
  });

  test('an entry is rolled back with its transaction, and the chain stays intact', async () => {
    const database = await openChain(kind);
    const failedWrite = database.transact(async (trx) => {
      const auditSubject = { kind: 'tool', id: 1 } as const;
      await recordAudit(trx, { at: 1, actorId: null, requestId: null, action: 'tool.delete', subject: auditSubject });
      throw new Error('undone');
    });
    await expect(failedWrite).rejects.toThrow('undone');
    await writeEntry(database, 6);
    await extendChain(database);
    expect(await verifyChain(database.kysely)).toMatchObject({ ok: true, entries: 6 });
  });
});
