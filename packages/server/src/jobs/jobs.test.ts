import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import type { NewRow } from '#server/database/schema.ts';
import { days, hours } from '#server/platform/clock/clock.ts';
import { extendAndVerifyChain, selectAuditEntries } from '#server/testing/audit-of.ts';
import { databases, createTestDatabase } from '#server/testing/database/databases.ts';
import { createLetter, openOutbox } from '#server/testing/mail/outbox.ts';
import { noon } from '#server/testing/portal.ts';
import { createUserRow } from '#server/testing/database/rows.ts';
import { expireRequests, deleteOldLetters, purgeUnverified } from './jobs.ts';
import { purgeExpired } from './purge/purge-expired.ts';

const addUser = async (database: Database, values: Partial<NewRow<'users'>> & { login: string }): Promise<number> => {
  const row = database.kysely.insertInto('users').values(createUserRow(values)).returning('id');
  return (await row.executeTakeFirstOrThrow()).id;
};

const listLogins = async ({ kysely }: Database, status: 'pending' | 'expired' | 'unverified') =>
  (await kysely.selectFrom('users').select('login').where('status', '=', status).orderBy('id').execute()).map(
    ({ login }) => login,
  );

const createDependencies = (database: Database) => {
  const { queueLetter } = openOutbox(database);
  return { database, clock: () => noon, queueLetter };
};

describe.each(databases)('jobs that delete old records (%s)', (kind) => {
  test('a request without a decision expires once after 60 days, with an entry in its history, an e-mail and an audit entry', async () => {
    const database = await createTestDatabase(kind);
    const oldRequest = { status: 'pending' as const, requestDate: noon - days(60) };
    const id = await addUser(database, { login: 'late@x.example', ...oldRequest });
    await addUser(database, { login: 'young@x.example', ...oldRequest, requestDate: noon - days(60) + 1 });
    await addUser(database, { login: 'active@x.example', ...oldRequest, status: 'active' });
    const dependencies = createDependencies(database);
    await Promise.all([expireRequests(dependencies), expireRequests(dependencies)]);

    expect(await listLogins(database, 'expired')).toEqual(['late@x.example']);
    expect(await listLogins(database, 'pending')).toEqual(['young@x.example']);
    const readAllRows = async (table: 'userHistory' | 'outbox' | 'audit') =>
      database.kysely.selectFrom(table).selectAll().execute();
    expect(await readAllRows('userHistory')).toMatchObject([
      { userId: id, at: noon, actorId: null, fromStatus: 'pending', toStatus: 'expired' },
    ]);
    expect(await readAllRows('outbox')).toMatchObject([
      { kind: 'requestExpired', toAddress: 'late@x.example', userId: id },
    ]);
    expect(await readAllRows('audit')).toMatchObject([{ action: 'request.expire', subjectId: String(id) }]);
    expect(await extendAndVerifyChain(database)).toMatchObject({ ok: true, entries: 1 });
    const user = database.kysely.selectFrom('users').select('version').where('id', '=', id);
    expect(await user.executeTakeFirst()).toMatchObject({ version: 2 });
  });

  test('an applicant who has not confirmed the address within 7 days is deleted, with their e-mails', async () => {
    const database = await createTestDatabase(kind);
    const outbox = openOutbox(database);
    const status = 'unverified' as const;
    const id = await addUser(database, { login: 'gone@x.example', status, createdAt: noon - days(7) });
    await addUser(database, { login: 'new@x.example', status, createdAt: noon - days(7) + 1 });
    await outbox.queue(createLetter({ to: 'gone@x.example', userId: id }));
    await purgeUnverified(createDependencies(database));
    expect(await listLogins(database, 'unverified')).toEqual(['new@x.example']);
    expect(await outbox.rows()).toEqual([]);
    const audit = await selectAuditEntries(database.kysely).selectAll().execute();
    expect(audit).toMatchObject([{ action: 'user.purge', subjectId: String(id) }]);
    expect(JSON.stringify(audit)).not.toContain('gone@x.example');
  });

  test('the links of stored e-mails are removed when they have expired, and the e-mails are deleted after 90 days', async () => {
    const database = await createTestDatabase(kind);
    const outbox = openOutbox(database);
    const dependencies = (now: number) => ({ ...createDependencies(database), clock: () => now });
    await outbox.queue({ ...createLetter(), kind: 'requestApproved', token: 'abc', validUntil: noon });
    await outbox.queue(createLetter());
    await deleteOldLetters(dependencies(noon + hours(72) - 1));
    expect((await outbox.rows())[0]?.sealed).not.toBe('');
    await deleteOldLetters(dependencies(noon + hours(72)));
    expect((await outbox.rows()).map(({ sealed }) => sealed)).toEqual(['', null]);
    await database.kysely.updateTable('outbox').set({ state: 'sent' }).where('id', '=', 1).execute();
    await deleteOldLetters(dependencies(noon + days(90)));
    expect((await outbox.rows()).map(({ id }) => id)).toEqual([2]);
  });

  test('e-mails to a deleted user are deleted after they are delivered', async () => {
    const database = await createTestDatabase(kind);
    const outbox = openOutbox(database);
    const deletedId = await addUser(database, { login: 'deleted:1', status: 'deleted' });
    const activeId = await addUser(database, { login: 'here@x.example' });
    for (const userId of [deletedId, deletedId, activeId]) await outbox.queue(createLetter({ userId }));
    await database.kysely.updateTable('outbox').set({ state: 'sent' }).where('id', 'in', [1, 3]).execute();
    await deleteOldLetters(createDependencies(database));
    expect((await outbox.rows()).map(({ id }) => id)).toEqual([2, 3]);
  });

  test('the link with which an applicant confirmed a pending request is kept, because the same link withdraws the request', async () => {
    const database = await createTestDatabase(kind);
    const { kysely } = database;
    const pendingId = await addUser(database, { login: 'waits@x.example', status: 'pending' });
    const rejectedId = await addUser(database, { login: 'decided@x.example', status: 'rejected' });
    const link = { purpose: 'confirm' as const, createdAt: 0, usedAt: 1, expiresAt: noon - days(50) };
    await kysely
      .insertInto('oneTimeTokens')
      .values([
        { ...link, hash: 'a'.repeat(64), userId: pendingId },
        { ...link, hash: 'b'.repeat(64), userId: rejectedId },
        { ...link, hash: 'c'.repeat(64), userId: null },
      ])
      .execute();
    await purgeExpired(createDependencies(database));
    expect(await kysely.selectFrom('oneTimeTokens').select('userId').execute()).toEqual([{ userId: pendingId }]);
  });

  test('sessions, links, challenges, activations and counters of attempts are deleted when their retention time is over, and not before', async () => {
    const database = await createTestDatabase(kind);
    const { kysely } = database;
    const userId = await addUser(database, { login: 'ada@x.example' });
    const session = { userId, createdAt: 0, lastSeenAt: 0, userAgent: '', address: '' };
    const endedAt = noon - days(30);
    await kysely
      .insertInto('sessions')
      .values([
        { ...session, id: 'expired', expiresAt: endedAt, endedAt: null },
        { ...session, id: 'ended', expiresAt: noon, endedAt },
        { ...session, id: 'ended recently', expiresAt: endedAt + 1, endedAt: null },
        { ...session, id: 'open', expiresAt: noon + 1, endedAt: null },
      ])
      .execute();
    const link = { purpose: 'reset' as const, userId, createdAt: 0, usedAt: null };
    await kysely
      .insertInto('oneTimeTokens')
      .values([
        { ...link, hash: 'a'.repeat(64), expiresAt: noon - days(7) },
        { ...link, hash: 'b'.repeat(64), expiresAt: noon - days(7) + 1 },
      ])
      .execute();
    await kysely
      .insertInto('usedChallenges')
      .values([
        { id: 'over', expiresAt: noon },
        { id: 'open', expiresAt: noon + 1 },
      ])
      .execute();
    const waitingActivation = {
      verificationCode: '',
      address: '',
      createdAt: 0,
      state: 'waiting' as const,
      intervalSeconds: 5,
    };
    await kysely
      .insertInto('activations')
      .values([
        { ...waitingActivation, deviceHash: 'a'.repeat(64), userHash: 'a'.repeat(64), expiresAt: noon },
        { ...waitingActivation, deviceHash: 'b'.repeat(64), userHash: 'b'.repeat(64), expiresAt: noon + 1 },
      ])
      .execute();
    const twoDaysAgo = noon - days(2);
    const attempt = { count: 1, lastAttemptAt: twoDaysAgo };
    await kysely
      .insertInto('throttles')
      .values([
        { ...attempt, key: 'over', windowStart: twoDaysAgo, nextAllowedAt: twoDaysAgo },
        { ...attempt, key: 'waits', windowStart: twoDaysAgo, nextAllowedAt: noon + 1 },
        { ...attempt, key: 'new', windowStart: twoDaysAgo + 1, nextAllowedAt: twoDaysAgo },
      ])
      .execute();
    await purgeExpired(createDependencies(database));
    const remainingRows = await Promise.all([
      kysely.selectFrom('sessions').select('id').orderBy('id').execute(),
      kysely.selectFrom('oneTimeTokens').select('hash as id').execute(),
      kysely.selectFrom('usedChallenges').select('id').execute(),
      kysely.selectFrom('throttles').select('key as id').orderBy('key').execute(),
      kysely.selectFrom('activations').select('deviceHash as id').execute(),
    ]);
    expect(remainingRows.map((rows) => rows.map(({ id }) => id))).toEqual([
      ['ended recently', 'open'],
      ['b'.repeat(64)],
      ['open'],
      ['new', 'waits'],
      ['b'.repeat(64)],
    ]);
  });
});
