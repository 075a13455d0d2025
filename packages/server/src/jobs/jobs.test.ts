import { describe, expect, test } from 'vitest';
import type { Database } from '#server/database/database.ts';
import type { NewRow } from '#server/database/schema.ts';
import { verifyChain } from '#server/features/audit/verify-chain.ts';
import { days, hours } from '#server/platform/clock.ts';
import { databases, freshDatabase } from '#server/testing/databases.ts';
import { aLetter, openOutbox } from '#server/testing/outbox.ts';
import { noon } from '#server/testing/portal.ts';
import { aUser } from '#server/testing/rows.ts';
import { expireRequests } from './expire-requests.ts';
import { forgetLetters } from './forget-letters.ts';
import { purgeUnverified } from './purge-unverified.ts';
import { purgeExpired } from './purge-expired.ts';

const addUser = async (database: Database, but: Partial<NewRow<'users'>> & { login: string }): Promise<number> => {
  const row = database.kysely.insertInto('users').values(aUser(but)).returning('id');
  return (await row.executeTakeFirstOrThrow()).id;
};

const logins = async ({ kysely }: Database, status: 'pending' | 'expired' | 'unverified') =>
  (await kysely.selectFrom('users').select('login').where('status', '=', status).orderBy('id').execute()).map(
    ({ login }) => login,
  );

const needsOf = (database: Database) => {
  const { queueLetter } = openOutbox(database);
  return { database, clock: () => noon, queueLetter };
};

describe.each(databases)('%s', (kind) => {
  test('requests that nobody decided for 60 days run out once, with history, mail and trace', async () => {
    const database = await freshDatabase(kind);
    const late = { status: 'pending' as const, request_date: noon - days(60) };
    const id = await addUser(database, { login: 'late@x.example', ...late });
    await addUser(database, { login: 'young@x.example', ...late, request_date: noon - days(60) + 1 });
    await addUser(database, { login: 'active@x.example', ...late, status: 'active' });
    const needs = needsOf(database);
    await Promise.all([expireRequests(needs), expireRequests(needs)]);

    expect(await logins(database, 'expired')).toEqual(['late@x.example']);
    expect(await logins(database, 'pending')).toEqual(['young@x.example']);
    const all = async (table: 'user_history' | 'outbox' | 'audit') =>
      database.kysely.selectFrom(table).selectAll().execute();
    expect(await all('user_history')).toMatchObject([
      { user_id: id, at: noon, actor_id: null, from_status: 'pending', to_status: 'expired' },
    ]);
    expect(await all('outbox')).toMatchObject([{ kind: 'requestExpired', to_address: 'late@x.example', user_id: id }]);
    expect(await all('audit')).toMatchObject([{ action: 'request.expire', subject_id: String(id) }]);
    expect(await verifyChain(database.kysely)).toMatchObject({ ok: true, entries: 1 });
    const user = database.kysely.selectFrom('users').select('version').where('id', '=', id);
    expect(await user.executeTakeFirst()).toMatchObject({ version: 2 });
  });

  test('who has not confirmed his address for 7 days is forgotten, with the letters to him', async () => {
    const database = await freshDatabase(kind);
    const outbox = openOutbox(database);
    const status = 'unverified' as const;
    const id = await addUser(database, { login: 'gone@x.example', status, created_at: noon - days(7) });
    await addUser(database, { login: 'new@x.example', status, created_at: noon - days(7) + 1 });
    await outbox.queue(aLetter({ to: 'gone@x.example', userId: id }));
    await purgeUnverified(needsOf(database));
    expect(await logins(database, 'unverified')).toEqual(['new@x.example']);
    expect(await outbox.rows()).toEqual([]);
    const audit = await database.kysely.selectFrom('audit').selectAll().execute();
    expect(audit).toMatchObject([{ action: 'user.purge', subject_id: String(id) }]);
    expect(JSON.stringify(audit)).not.toContain('gone@x.example');
  });

  test('links go from the outbox when none can work any more, letters that are done with after 90 days', async () => {
    const database = await freshDatabase(kind);
    const outbox = openOutbox(database);
    const needs = (now: number) => ({ ...needsOf(database), clock: () => now });
    await outbox.queue({ ...aLetter(), kind: 'requestApproved', token: 'abc', validUntil: noon });
    await outbox.queue(aLetter());
    await forgetLetters(needs(noon + hours(72) - 1));
    expect((await outbox.rows())[0]?.sealed).not.toBe('');
    await forgetLetters(needs(noon + hours(72)));
    expect((await outbox.rows()).map(({ sealed }) => sealed)).toEqual(['', null]);
    await database.kysely.updateTable('outbox').set({ state: 'sent' }).where('id', '=', 1).execute();
    await forgetLetters(needs(noon + days(90)));
    expect((await outbox.rows()).map(({ id }) => id)).toEqual([2]);
  });

  test('what was written to somebody who is deleted goes with him, once it has arrived', async () => {
    const database = await freshDatabase(kind);
    const outbox = openOutbox(database);
    const gone = await addUser(database, { login: 'deleted:1', status: 'deleted' });
    const here = await addUser(database, { login: 'here@x.example' });
    for (const userId of [gone, gone, here]) await outbox.queue(aLetter({ userId }));
    await database.kysely.updateTable('outbox').set({ state: 'sent' }).where('id', 'in', [1, 3]).execute();
    await forgetLetters(needsOf(database));
    expect((await outbox.rows()).map(({ id }) => id)).toEqual([2, 3]);
  });

  test('the link that confirmed a request stays as long as it waits, since it can take it back', async () => {
    const database = await freshDatabase(kind);
    const { kysely } = database;
    const waits = await addUser(database, { login: 'waits@x.example', status: 'pending' });
    const decided = await addUser(database, { login: 'decided@x.example', status: 'rejected' });
    const link = { purpose: 'confirm' as const, created_at: 0, used_at: 1, expires_at: noon - days(50) };
    await kysely
      .insertInto('one_time_tokens')
      .values([
        { ...link, hash: 'a'.repeat(64), user_id: waits },
        { ...link, hash: 'b'.repeat(64), user_id: decided },
        { ...link, hash: 'c'.repeat(64), user_id: null },
      ])
      .execute();
    await purgeExpired(needsOf(database));
    expect(await kysely.selectFrom('one_time_tokens').select('user_id').execute()).toEqual([{ user_id: waits }]);
  });

  test('sessions, links, challenges and throttles go when they are long over, and not before', async () => {
    const database = await freshDatabase(kind);
    const { kysely } = database;
    const userId = await addUser(database, { login: 'ada@x.example' });
    const session = { user_id: userId, created_at: 0, last_seen_at: 0, user_agent: '', address: '' };
    const ended = noon - days(30);
    await kysely
      .insertInto('sessions')
      .values([
        { ...session, id: 'run out', expires_at: ended, ended_at: null },
        { ...session, id: 'ended', expires_at: noon, ended_at: ended },
        { ...session, id: 'of late', expires_at: ended + 1, ended_at: null },
        { ...session, id: 'open', expires_at: noon + 1, ended_at: null },
      ])
      .execute();
    const link = { purpose: 'reset' as const, user_id: userId, created_at: 0, used_at: null };
    await kysely
      .insertInto('one_time_tokens')
      .values([
        { ...link, hash: 'a'.repeat(64), expires_at: noon - days(7) },
        { ...link, hash: 'b'.repeat(64), expires_at: noon - days(7) + 1 },
      ])
      .execute();
    await kysely
      .insertInto('used_challenges')
      .values([
        { id: 'over', expires_at: noon },
        { id: 'open', expires_at: noon + 1 },
      ])
      .execute();
    const old = noon - days(2);
    await kysely
      .insertInto('throttles')
      .values([
        { key: 'over', count: 1, window_start: old, next_allowed_at: old },
        { key: 'waits', count: 1, window_start: old, next_allowed_at: noon + 1 },
        { key: 'new', count: 1, window_start: old + 1, next_allowed_at: old },
      ])
      .execute();
    await purgeExpired(needsOf(database));
    const left = await Promise.all([
      kysely.selectFrom('sessions').select('id').orderBy('id').execute(),
      kysely.selectFrom('one_time_tokens').select('hash as id').execute(),
      kysely.selectFrom('used_challenges').select('id').execute(),
      kysely.selectFrom('throttles').select('key as id').orderBy('key').execute(),
    ]);
    expect(left.map((rows) => rows.map(({ id }) => id))).toEqual([
      ['of late', 'open'],
      ['b'.repeat(64)],
      ['open'],
      ['new', 'waits'],
    ]);
  });
});
