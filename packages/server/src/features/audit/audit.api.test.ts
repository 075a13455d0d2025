import { audit } from '@basics/contract/audit/audit.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import { extendChain } from '#server/platform/audit/extend-chain.ts';
import { recordAudit, type AuditEntry } from '#server/platform/audit/audit.ts';
import { days, hours, minutes } from '#server/platform/clock/clock.ts';
import { selectAuditEntries } from '#server/testing/audit-of.ts';
import { databases, createTestDatabase, type DatabaseKind } from '#server/testing/database/databases.ts';
import { openHelpRequests } from '#server/testing/records/help-requests.ts';
import { noon, openPortal, testKey } from '#server/testing/portal.ts';
import { insertSeal } from '#server/platform/audit/audit.repository.ts';
import { writeSeal } from '#server/platform/audit/audit-seal.ts';
import { addPerson, createSession } from '#server/testing/records/people.ts';
import { tamperWithAudit } from '#server/testing/tamper.ts';
import { verifyChain } from './verify-chain.ts';
import { verifyIfDue } from './verifier.ts';

const writeEntry = (database: Database, entry: Partial<AuditEntry>): Promise<void> =>
  database.transact((trx) =>
    recordAudit(trx, {
      at: noon,
      actorId: null,
      requestId: null,
      action: 'tool.update',
      subject: { kind: 'tool', id: 1 },
      ...entry,
    }),
  );

const listSubjectIds = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'items' in body && Array.isArray(body.items)
    ? body.items.map((item: { subject: { id: string } }) => item.subject.id)
    : body;

/** Lets the next entries of the audit log have ids of more than 4 bytes. */
const continueAt = (kind: DatabaseKind, { kysely }: Database, id: number) =>
  sql
    .raw(
      kind === 'PostgreSQL'
        ? `alter table audit alter column id restart with ${id}`
        : `update sqlite_sequence set seq = ${id - 1} where name = 'audit'`,
    )
    .execute(kysely);

describe.each(databases)('the audit log (%s)', (kind) => {
  test('entries beyond 2^31 are written, listed page by page, exported, chained and verified', async () => {
    const database = await createTestDatabase(kind);
    const portal = await openPortal(database);
    const { token } = await addPerson(portal, { profileId: 1 });
    const firstId = 9_000_000_000;
    await writeEntry(database, { subject: { kind: 'tool', id: 'first' } });
    await extendChain(database);
    await continueAt(kind, database, firstId);
    for (let at = 0; at < 12; at += 1) await writeEntry(database, { subject: { kind: 'tool', id: `wide ${at}` } });
    await extendChain(database);
    const filters = { subjectKind: 'tool' };
    const readPage = async (after?: string) => {
      const body = { ...filters, pageSize: 10, ...(after !== undefined && { after }) };
      return audit.search.reply.parse((await portal.call(audit.search, { token, body })).body);
    };
    const firstPage = await readPage();
    const secondPage = await readPage(firstPage.next ?? '');
    expect([...firstPage.items, ...secondPage.items].map(({ auditId }) => auditId)).toEqual([
      ...Array.from({ length: 12 }, (_, at) => firstId + 11 - at),
      2,
    ]);
    const exported = await portal.call(audit.export, { token, body: filters });
    expect(String(exported.body)).toContain('wide 11');
    expect(await verifyChain(database.kysely)).toMatchObject({ ok: true, waiting: 1 });
  });

  test('administrators read the audit log, newest first, with the names of the actors (T253)', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const ada = await portal.addUser({ login: 'ada@house.example', profileId: 1 });
    const token = await portal.signIn('ada@house.example');
    await writeEntry(portal.database, { actorId: ada, after: { company: 'New Ltd' }, before: { company: 'Old Ltd' } });
    const response = await portal.call(audit.search, { token, body: {} });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      total: 2,
      actions: ['session.signIn', 'tool.update'],
      items: [
        {
          at: '2026-03-10T12:00:00.000Z',
          actor: { userId: ada, name: 'Test ada' },
          action: 'tool.update',
          subject: { kind: 'tool', id: '1' },
          before: { company: 'Old Ltd' },
          after: { company: 'New Ltd' },
        },
        { action: 'session.signIn' },
      ],
    });
  });

  test('an actor id that is too large for the database is refused with an error at its field', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    await portal.addUser({ login: 'ada@house.example', profileId: 1 });
    const token = await portal.signIn('ada@house.example');
    for (const actorId of [-1, 2 ** 31, 2 ** 40, Number.MAX_SAFE_INTEGER])
      expect(await portal.call(audit.search, { token, body: { actorId } })).toMatchObject({
        status: 422,
        body: { fields: { actorId: expect.any(String) } },
      });
  });

  test('each filter returns the matching entries, and a filter by days includes both days completely', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const ada = await portal.addUser({ login: 'ada@house.example', profileId: 1 });
    const token = await portal.signIn('ada@house.example');
    const midnight = Date.parse('2026-03-12T00:00:00.000Z');
    await writeEntry(portal.database, { subject: { kind: 'tool', id: 'a' }, at: midnight - 1 });
    await writeEntry(portal.database, { subject: { kind: 'tool', id: 'b' }, at: midnight, actorId: ada });
    await writeEntry(portal.database, {
      subject: { kind: 'brand', id: 'c' },
      at: midnight + days(1),
      action: 'brand.create',
    });
    const searchEntries = async (body: Record<string, unknown>) =>
      listSubjectIds((await portal.call(audit.search, { token, body })).body);
    const adaId = String(ada);
    expect(await searchEntries({})).toEqual(['c', 'b', 'a', adaId]);
    expect(await searchEntries({ sort: { field: 'at', direction: 'asc' } })).toEqual([adaId, 'a', 'b', 'c']);
    expect(await searchEntries({ action: 'brand.create' })).toEqual(['c']);
    expect(await searchEntries({ actorId: ada })).toEqual(['b', adaId]);
    expect(await searchEntries({ subjectKind: 'tool' })).toEqual(['b', 'a']);
    expect(await searchEntries({ subjectKind: 'tool', subjectId: 'a' })).toEqual(['a']);
    await writeEntry(portal.database, {
      subject: { kind: 'policy', id: 'd' },
      at: midnight - days(2),
      before: { seats: 1 },
      after: { seats: 2 },
    });
    expect(await searchEntries({ field: 'seats' })).toEqual(['d']);
    expect(await searchEntries({ field: 'seat' })).toEqual([]);
    await portal.database.kysely.deleteFrom('auditValues').execute();
    expect(await searchEntries({ field: 'seats' })).toEqual([]);
    expect(await searchEntries({ from: '2026-03-12', to: '2026-03-12' })).toEqual(['b']);
    expect(await searchEntries({ keyword: 'BRAND create' })).toEqual(['c']);
    expect(await searchEntries({ keyword: 'ada@house' })).toEqual(['b', adaId]);
    expect(await searchEntries({ keyword: '%' })).toEqual([]);
    expect(await searchEntries({ pageSize: 2, pageNumber: 2 })).toEqual(['a', adaId]);
  });

  test('an entry contains the current name and the owner of its record, but neither of them if the record was deleted', async () => {
    const { portal, root, simon, ada, askSuccessfully } = await openHelpRequests(kind);
    const { database } = portal;
    const { kysely } = database;
    const { helpRequestId } = await askSuccessfully();
    const { licenseId, machineId } = await kysely
      .selectFrom('licenses')
      .select(['id as licenseId', 'machineId'])
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const { assignmentId } = await kysely
      .selectFrom('countryBrandSalesmen')
      .select('id as assignmentId')
      .executeTakeFirstOrThrow();
    const deletedId = await portal.addUser({ login: 'gone@customer.example' });
    await kysely.updateTable('users').set({ status: 'deleted' }).where('id', '=', deletedId).execute();
    const person = { personId: ada.id };
    const subjects: AuditEntry['subject'][] = [
      { kind: 'user', id: ada.id },
      { kind: 'license', id: licenseId, ...person },
      { kind: 'machine', id: machineId, ...person },
      { kind: 'helpRequest', id: helpRequestId, ...person },
      { kind: 'assignment', id: assignmentId },
      { kind: 'brand', id: 'blue' },
      { kind: 'tool', id: 'basics' },
      { kind: 'crmAccount', id: 'C-1' },
      { kind: 'releaseNote', id: 1 },
      { kind: 'mail', id: 999 },
      { kind: 'user', id: deletedId },
    ];
    for (const subject of subjects) await writeEntry(database, { at: noon + days(1), subject });
    const body = { from: '2026-03-11', sort: { field: 'at', direction: 'asc' } };
    const searchAudit = async () =>
      audit.search.reply.parse((await portal.call(audit.search, { token: root.token, body })).body);
    const { items, kinds } = await searchAudit();
    const adaRecord = { name: 'Test ada', userId: ada.id };
    const machineRecord = { name: 'A', userId: ada.id };
    expect(items.map(({ subject }) => [subject.kind, subject.record])).toEqual([
      ['user', adaRecord],
      ['license', machineRecord],
      ['machine', machineRecord],
      ['helpRequest', adaRecord],
      ['assignment', { name: 'Test simon', userId: simon.id }],
      ['brand', { name: 'Basics Blue', userId: null }],
      ['tool', { name: 'Basics', userId: null }],
      ['crmAccount', null],
      ['releaseNote', null],
      ['mail', null],
      ['user', null],
    ]);
    expect(kinds).toEqual([...new Set(subjects.map((subject) => subject.kind))].toSorted());

    await kysely.updateTable('users').set({ status: 'unverified' }).where('id', '=', ada.id).execute();
    expect((await searchAudit()).items.slice(0, 4).map(({ subject }) => subject.record)).toEqual(
      Array.from({ length: 4 }, () => null),
    );
  });

  test('passwords, secrets and tokens in the recorded values are removed', async () => {
    const database = await createTestDatabase(kind);
    const newValues = {
      passwordHash: 'x',
      deep: { token: 'x', totpSecret: 'x' },
      recoveryCodes: ['x'],
      hasPassword: true,
      name: 'y',
    };
    await writeEntry(database, { after: newValues });
    const row = await selectAuditEntries(database.kysely).select('after').executeTakeFirstOrThrow();
    expect(JSON.parse(row.after ?? '')).toEqual({ deep: {}, hasPassword: true, name: 'y' });
  });
});

test('only administrators can read the audit log', async () => {
  const portal = await openPortal(await createTestDatabase('SQLite'));
  expect((await portal.call(audit.search, { body: {} })).status).toBe(401);
  for (const profileId of [2, 3, 5, 6, 7, 8, 10, 13]) {
    const login = `p${profileId}@house.example`;
    await portal.addUser({ login, profileId });
    const token = await portal.signIn(login);
    expect((await portal.call(audit.search, { token, body: {} })).status, login).toBe(403);
  }
});

describe.each(databases)('the verification of the audit log (%s)', (kind) => {
  test('while one portal verifies the audit log, also for hours, no other one does; after its end, another one begins again', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const { database } = portal;
    const { token } = await addPerson(portal, { profileId: 1 });
    const readVerification = async () => (await portal.call(audit.verification, { token })).body;
    const verifyOnOtherPortal = () =>
      verifyIfDue({
        database,
        clock: portal.now,
        seals: { publicKey: testKey.signer.publicKey, sealFile: { readSeal: () => Promise.resolve(null) } },
        log: { error: () => {} },
      });
    await database.kysely
      .insertInto('auditVerifications')
      .values({ startedAt: noon - hours(5), entries: 0, leasedUntil: noon + minutes(1) })
      .execute();
    await verifyOnOtherPortal();
    expect(await readVerification()).toMatchObject({ running: true, last: null });
    portal.pass(minutes(2));
    expect(await readVerification()).toMatchObject({ running: false, last: null });
    await verifyOnOtherPortal();
    expect(await readVerification()).toMatchObject({ running: false, last: { isWhole: true } });
  });

  test('of ten portals that find the daily verification due at the same time, one verifies', async () => {
    const { database, now } = await openPortal(await createTestDatabase(kind));
    const seals = { publicKey: testKey.signer.publicKey, sealFile: { readSeal: () => Promise.resolve(null) } };
    await Promise.all(
      Array.from({ length: 10 }, () => verifyIfDue({ database, clock: now, seals, log: { error: () => {} } })),
    );
    expect(await database.kysely.selectFrom('auditVerifications').select('isWhole').execute()).toEqual([
      { isWhole: 1 },
    ]);
  });

  test('administrators see the last verification and start a new one, which finds a changed entry', async () => {
    const portal = await openPortal(await createTestDatabase(kind));
    const { database } = portal;
    const root = await addPerson(portal, { profileId: 1 });
    let { token } = root;
    const readVerification = async () => (await portal.call(audit.verification, { token })).body;
    const startVerification = async () => (await portal.call(audit.verify, { token })).body;
    const loggedErrors: unknown[] = [];
    const verifyAuditLog = async () => {
      await extendChain(database);
      await verifyIfDue({
        database,
        clock: portal.now,
        seals: { publicKey: testKey.signer.publicKey, sealFile: { readSeal: () => Promise.resolve(null) } },
        log: { error: (message: unknown) => void loggedErrors.push(message) },
      });
    };
    const waiting = (entries: number) => ({ newest: null, waiting: { entries, since: '2026-03-10T12:00:00.000Z' } });
    expect(await readVerification()).toMatchObject({ running: false, last: null, seal: null, ...waiting(1) });
    expect(await startVerification()).toMatchObject({ running: true, last: null, ...waiting(2) });
    expect(await startVerification(), 'only one runs').toMatchObject(waiting(2));
    await verifyAuditLog();
    const completeVerification = {
      running: false,
      last: { at: '2026-03-10T12:00:00.000Z', isWhole: true, entries: 2, why: null },
      newest: { auditId: 2 },
      waiting: { entries: 0, since: null },
    };
    expect(await readVerification()).toMatchObject(completeVerification);
    await verifyAuditLog();
    portal.pass(days(1));
    await verifyAuditLog();
    token = await createSession(portal, root);
    expect(await readVerification(), 'once a day').toMatchObject({
      last: { at: '2026-03-11T12:00:00.000Z', isWhole: true },
    });

    const seal = writeSeal({ auditId: 2, hash: 'ab'.repeat(32), at: noon }, testKey.signer);
    await insertSeal(database.kysely, { auditId: 2, at: noon, seal });
    await startVerification();
    await verifyAuditLog();
    expect(await readVerification()).toMatchObject({
      seal: { auditId: 2, text: seal },
      last: { isWhole: false, hash: null, auditId: null, why: expect.stringContaining('(entry 2) is not in it') },
    });
    await tamperWithAudit(kind, database, 'update audit set actor_id = 9 where id = 1');
    await startVerification();
    await verifyAuditLog();
    expect(await readVerification()).toMatchObject({
      last: { isWhole: false, auditId: 1, why: 'The entry was changed.' },
    });
    expect(loggedErrors).toHaveLength(2);
    await portal.close();
  });
});
