import { session } from '@basics/contract/session/session.ts';
import { users } from '@basics/contract/users/users.ts';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { runStatement } from '#server/testing/global-setup.ts';
import { startReplicatedPostgres } from '#server/testing/database/embedded-postgres.ts';
import { openForwarder } from '#server/testing/database/forwarder.ts';
import { openPortal } from '#server/testing/portal.ts';
import { addPerson } from '#server/testing/records/people.ts';
import { createUserBody } from '#server/testing/records/staff.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { dbForLongReads } from './queries/long-reads.ts';

/** Opens two portals on a primary server and a standby behind a forwarder, with an administrator who is signed in. */
async function openReplicatedPortals() {
  const { primary, standby, stop } = await startReplicatedPostgres();
  onTestFinished(stop);
  const forwarder = await openForwarder(standby.url);
  onTestFinished(forwarder.close);
  const openOne = async () => {
    const database = await openDatabase({ url: primary.url }, { readUrl: forwarder.url, connections: 4 });
    onTestFinished(() => database.close());
    return database;
  };
  const [database, otherDatabase] = [await openOne(), await openOne()];
  await migrate(database, Date.now);
  const portal = await openPortal(database);
  const other = await openPortal(otherDatabase, { tokens: portal.tokens });
  const { token } = await addPerson(portal, { profileId: 1 });
  let number = 0;
  return {
    portal,
    other,
    forwarder,
    standby,
    token,
    setReplay: (verb: 'pause' | 'resume') => runStatement(standby.url, `select pg_wal_replay_${verb}()`),
    /** Creates a user through one portal, and exports this user through the other one at once. */
    createAndExport: async (): Promise<boolean> => {
      number += 1;
      const email = `new${number}@customer.example`;
      const created = await portal.call(users.create, { token, body: createUserBody({ login: email, email }) });
      expect(created.status).toBe(200);
      const { status, body } = await other.call(users.export, { token, body: { keyword: email } });
      expect(status).toBe(200);
      // The count of exports limits a person, not this test.
      await database.kysely.deleteFrom('throttles').execute();
      return String(body).includes(email);
    },
    countReplicaReads: () => countReads(standby.url),
  };
}

/** Counts the connections to the standby whose last statement has read the tools of the exported users. */
async function countReads(url: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ n: string }>(
      `select count(*) as n from pg_stat_activity where application_name = 'basics-portal' and query like '%tool_grants%'`,
    );
    return Number(rows[0]?.n);
  } finally {
    await client.end();
  }
}

test('exports are read from a replica, and contain what was written before on another portal; the primary reads while the replica is late, silent or stopped', async () => {
  const { createAndExport, countReplicaReads, setReplay, forwarder, standby } = await openReplicatedPortals();
  for (let round = 0; round < 15; round += 1) expect(await createAndExport()).toBe(true);
  await expect.poll(async () => (await createAndExport()) && (await countReplicaReads())).toBeGreaterThan(0);
  await setReplay('pause');
  for (let round = 0; round < 5; round += 1) expect(await createAndExport()).toBe(true);
  await setReplay('resume');
  forwarder.hang();
  for (let round = 0; round < 5; round += 1) expect(await createAndExport()).toBe(true);
  forwarder.pass();
  expect(await createAndExport()).toBe(true);
  await standby.stop();
  for (let round = 0; round < 5; round += 1) expect(await createAndExport()).toBe(true);
});

test('a replica that is late keeps neither a session nor the account of a suspended person open (T841)', async () => {
  const { portal, other, token, setReplay } = await openReplicatedPortals();
  const salesman = await addPerson(portal, { profileId: 2 });
  const read = (used: string) => other.call(users.export, { token: used, body: { keyword: 'nobody' } });
  expect([(await read(token)).status, (await read(salesman.token)).status]).toEqual([200, 200]);
  await setReplay('pause');
  const { version } = users.get.reply.parse(
    (await portal.call(users.get, { token, params: { id: salesman.id } })).body,
  );
  const suspended = await portal.call(users.suspend, {
    token,
    params: { id: salesman.id },
    body: { version, reason: 'Left' },
  });
  expect(suspended.status).toBe(200);
  expect((await read(salesman.token)).status).toBe(401);
  expect((await portal.call(session.signOut, { token })).status).toBe(204);
  expect((await read(token)).status).toBe(401);
});

test('another database of the replica, and a replica of another server, are not read', async () => {
  const [{ primary, standby, stop }, other] = [await startReplicatedPostgres(), await startReplicatedPostgres()];
  onTestFinished(async () => {
    await stop();
    await other.stop();
  });
  // The log of the other server is ahead, so that its replica has replayed every position of this one.
  await runStatement(
    other.primary.url,
    'create table filler as select repeat(md5(n::text), 20) from generate_series(1, 100000) n',
  );
  await runStatement(primary.url, 'create database elsewhere');
  const elsewhere = new URL(standby.url);
  elsewhere.pathname = '/elsewhere';
  const main = await openDatabase({ url: primary.url });
  onTestFinished(() => main.close());
  await migrate(main, Date.now);
  await main.kysely.insertInto('settings').values({ key: 'tried', value: 'here' }).execute();
  for (const readUrl of [elsewhere.href, other.standby.url]) {
    const url = new URL(readUrl);
    const foreign = new URL((url.port === new URL(standby.url).port ? primary : other.primary).url);
    foreign.pathname = url.pathname;
    const foreignDatabase = await openDatabase({ url: foreign.href });
    await migrate(foreignDatabase, Date.now);
    await foreignDatabase.kysely.insertInto('settings').values({ key: 'tried', value: 'elsewhere' }).execute();
    await foreignDatabase.close();
    const database = await openDatabase({ url: primary.url }, { readUrl });
    const read = () =>
      dbForLongReads(database.kysely).selectFrom('settings').select('value').where('key', '=', 'tried').execute();
    const results = [];
    for (let round = 0; round < 5; round += 1) results.push(...(await read()));
    await database.close();
    expect(results.map(({ value }) => value)).toEqual(Array(5).fill('here'));
  }
});
