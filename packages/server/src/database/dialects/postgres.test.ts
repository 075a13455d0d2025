import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { sql } from 'kysely';
import { Client } from 'pg';
import { inject, expect, onTestFinished, test, vi } from 'vitest';
import { users } from '@basics/contract/users/users.ts';
import { noon, openPortal } from '#server/testing/portal.ts';
import { text } from '../columns.ts';
import { openDatabase, together } from '../database.ts';
import { migrate } from '../migrate.ts';
import { migrations } from '../migrations.ts';
import { createTable } from '../queries/statements.ts';
import { createEmptyLocation, createTestLocation } from '#server/testing/database/databases.ts';
import { databaseUrl, runStatement } from '#server/testing/global-setup.ts';
import { DatabaseBusy, DatabaseUnavailable, isUniqueViolation } from '../failures.ts';
import { openPostgres } from './postgres.ts';

async function createDatabaseUrl(createLocation = createTestLocation): Promise<string> {
  const location = await createLocation('PostgreSQL');
  return 'url' in location ? location.url : '';
}

const changeUrl = (url: string, changeAddress: (parsedUrl: URL) => void): string => {
  const parsedUrl = new URL(url);
  changeAddress(parsedUrl);
  return parsedUrl.href;
};

/** Opens the database as for a migration. */
async function useRights(url: string): Promise<void> {
  const database = await openPostgres(url);
  try {
    await database.requireMigrationRights?.();
  } finally {
    await database.close();
  }
}

const readRefusal = async (url: string): Promise<string> => {
  const error = await useRights(url).catch((thrownError: unknown) => thrownError);
  expect(error).toBeInstanceOf(DatabaseUnavailable);
  return error instanceof Error ? error.message : '';
};

test('a wrong password is refused, and the message does not contain the password (T245)', async () => {
  const url = changeUrl(inject('postgresUrl'), (parsedUrl) => (parsedUrl.password = 'Wrong-Guess-1'));
  const message = await readRefusal(url);
  expect(message).toContain('Correct the name or the password in DATABASE_URL');
  expect(message).not.toContain('Wrong-Guess-1');
});

test('a missing database is refused with the command that creates it', async () => {
  expect(await readRefusal(databaseUrl(inject('postgresUrl'), 'nowhere'))).toContain(
    'has no database nowhere. Create it: createdb nowhere',
  );
});

test('an address without a server is refused', async () => {
  expect(await readRefusal('postgres://basics:secret@127.0.0.1:1/basics')).toContain(
    'No PostgreSQL server answers at 127.0.0.1:1',
  );
});

test.each([
  '',
  'data/portal.db',
  'postgres://basics@127.0.0.1/basics?target_session_attrs=standby',
  'mysql://basics@127.0.0.1/basics',
  'postgres//half',
])('the address "%s" is refused', async (url) => {
  expect(await readRefusal(url)).toContain('Its form is postgres://user:password@host:5432/database');
});

test('a database user without the right to create tables is refused with the GRANT statement to run', async () => {
  const url = await createDatabaseUrl(createEmptyLocation);
  const roleName = `reader_${randomBytes(4).toString('hex')}`;
  await runStatement(inject('postgresUrl'), `create role ${roleName} login password 'Reader-Pass-1'`);
  onTestFinished(() => runStatement(inject('postgresUrl'), `drop role ${roleName}`));
  const restrictedUrl = changeUrl(url, (parsedUrl) => {
    parsedUrl.username = roleName;
    parsedUrl.password = 'Reader-Pass-1';
  });
  expect(await readRefusal(restrictedUrl)).toContain('grant usage, create on schema public');
});

test('a database user who may not create the extension for search is refused with the statement to run', async () => {
  const url = await createDatabaseUrl(createEmptyLocation);
  const roleName = `writer_${randomBytes(4).toString('hex')}`;
  await runStatement(inject('postgresUrl'), `create role ${roleName} login password 'Writer-Pass-1'`);
  await runStatement(url, `grant usage, create on schema public to ${roleName}`);
  onTestFinished(async () => {
    await runStatement(url, `drop owned by ${roleName}`);
    await runStatement(inject('postgresUrl'), `drop role ${roleName}`);
  });
  const restrictedUrl = changeUrl(url, (parsedUrl) => {
    parsedUrl.username = roleName;
    parsedUrl.password = 'Writer-Pass-1';
  });
  expect(await readRefusal(restrictedUrl)).toContain('create extension pg_trgm;');
  await runStatement(url, 'create extension pg_trgm');
  const database = await openPostgres(restrictedUrl);
  await database.close();
});

test('a role that may only read and write rows runs a portal on migrated tables, and is refused where a migration is missing', async () => {
  const url = await createDatabaseUrl();
  const roleName = `rows_${randomBytes(4).toString('hex')}`;
  await runStatement(inject('postgresUrl'), `create role ${roleName} login password 'Rows-Pass-1'`);
  await runStatement(url, 'revoke create on schema public from public');
  await runStatement(url, `grant select, insert, update, delete on all tables in schema public to ${roleName}`);
  onTestFinished(async () => {
    await runStatement(url, `drop owned by ${roleName}`);
    await runStatement(inject('postgresUrl'), `drop role ${roleName}`);
  });
  const rowsUrl = changeUrl(url, (parsedUrl) => {
    parsedUrl.username = roleName;
    parsedUrl.password = 'Rows-Pass-1';
  });
  const database = await openDatabase({ url: rowsUrl });
  expect(await migrate(database, () => noon)).toEqual([]);
  const portal = await openPortal(database);
  await portal.addUser({ login: 'root@portal.example', profileId: 1 });
  const token = await portal.signIn('root@portal.example');
  expect((await portal.call(users.search, { token, body: {} })).status).toBe(200);
  const later = { name: '9999-later', steps: [createTable('laters', { word: text })] };
  await expect(migrate(database, () => noon, [...migrations, later])).rejects.toThrow('portal migrate');
  await portal.close();
});

test('if the role has fewer connections left than the portal would open, requests wait for one of them', async () => {
  const url = await createDatabaseUrl();
  const roleName = `few_${randomBytes(4).toString('hex')}`;
  await runStatement(
    inject('postgresUrl'),
    `create role ${roleName} login password 'Few-Pass-1' connection limit 2 in role pg_read_all_data`,
  );
  onTestFinished(() => runStatement(inject('postgresUrl'), `drop role ${roleName}`));
  const fewUrl = changeUrl(url, (parsedUrl) => {
    parsedUrl.username = roleName;
    parsedUrl.password = 'Few-Pass-1';
  });
  const database = await openDatabase({ url: fewUrl });
  const read = () => database.kysely.selectFrom('brands').select('id').execute();
  const results = await Promise.all(Array.from({ length: 40 }, read));
  expect(results.every((rows) => rows.length > 0)).toBe(true);
  expect(database.connections?.().open).toBe(2);
  await database.close();
});

test('a pooler that refuses the time limits of a session is named with the line to write', async () => {
  const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter: statement_timeout', ''].join('\0');
  const body = Buffer.from(`${fields}\0`);
  const header = Buffer.alloc(5, 'E');
  header.writeInt32BE(body.length + 4, 1);
  const pooler = createServer((socket) =>
    socket.on('error', () => {}).once('data', () => socket.end(Buffer.concat([header, body]))),
  );
  await once(pooler.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void pooler.close());
  const { port } = Object(pooler.address());
  expect(await readRefusal(`postgres://portal@127.0.0.1:${port}/portal`)).toContain('ignore_startup_parameters = ');
});

test('a database whose encoding is not UTF-8 is refused', async () => {
  const databaseName = `latin_${randomBytes(4).toString('hex')}`;
  await runStatement(
    inject('postgresUrl'),
    `create database ${databaseName} encoding 'LATIN1' locale 'C' template template0`,
  );
  onTestFinished(() => runStatement(inject('postgresUrl'), `drop database ${databaseName} with (force)`));
  expect(await readRefusal(databaseUrl(inject('postgresUrl'), databaseName))).toContain('encoding UTF8');
});

test('a query on a lost connection fails as "busy", and the next query gets a new connection', async () => {
  const url = await createDatabaseUrl();
  const { kysely, close } = await openPostgres(url, { connections: 1 });
  onTestFinished(close);
  const terminateStatement = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${new URL(url).pathname.slice(1)}'`;
  const interruptedTransaction = kysely.transaction().execute(async (trx) => {
    await trx.insertInto('settings').values({ key: 'lost', value: '' }).execute();
    await runStatement(inject('postgresUrl'), terminateStatement);
    await trx.selectFrom('settings').selectAll().execute();
  });
  await expect(interruptedTransaction).rejects.toThrow(DatabaseBusy);
  expect(await kysely.selectFrom('settings').selectAll().execute()).toEqual([]);
});

test('a transaction whose BEGIN fails stores nothing, and fails with the reason', async () => {
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its client
  const { query } = Client.prototype;
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function send(this: Client, ...sent: unknown[]) {
    return sent[0] === 'begin' ? Promise.reject(new Error('no begin')) : Reflect.apply(query, this, sent);
  });
  onTestFinished(() => spy.mockRestore());
  const { transact, kysely, close } = await openDatabase({ url: await createDatabaseUrl() }, { connections: 1 });
  onTestFinished(close);
  const readAndWrite = transact(async (trx) => {
    await trx.selectFrom('settings').selectAll().execute();
    await trx.insertInto('settings').values({ key: 'lost', value: '' }).execute();
  });
  await expect(readAndWrite).rejects.toThrow('no begin');
  const write = transact((trx) => trx.insertInto('settings').values({ key: 'lost', value: '' }).execute());
  await expect(write).rejects.toThrow('no begin');
  expect(await kysely.selectFrom('settings').selectAll().execute()).toEqual([]);
});

/** Reads what the connections to a database do. */
async function readActivity(url: string): Promise<unknown[]> {
  const client = new Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  const { rows } = await client.query<{ state: string; query: string }>(
    'select state, query from pg_stat_activity where datname = $1',
    [new URL(url).pathname.slice(1)],
  );
  await client.end();
  return rows;
}

test('statements that run together fail with the reason of the first failure, however late its function notices it', async () => {
  const clients = new Set<Client>();
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its client
  const { query } = Client.prototype;
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function send(this: Client, ...sent: unknown[]) {
    clients.add(this);
    return Reflect.apply(query, this, sent);
  });
  const url = await createDatabaseUrl();
  const { transact, close } = await openDatabase({ url }, { connections: 1 });
  onTestFinished(close);
  const failure = transact(async (trx) => {
    const insert = () => trx.insertInto('settings').values({ key: 'twice', value: '' }).execute();
    const insertDeep = async (depth: number): Promise<unknown> =>
      depth === 0 ? insert() : [await insertDeep(depth - 1)];
    await insert();
    spy.mockRestore();
    // The answers to both statements are read at once.
    for (const { connection } of clients) connection.stream.pause();
    const results = together(insertDeep(20), sql`select 'refused'`.execute(trx));
    await expect
      .poll(() => readActivity(url))
      .toContainEqual({ state: 'idle in transaction (aborted)', query: "select 'refused'" });
    for (const { connection } of clients) connection.stream.resume();
    await results;
  }).catch((error: unknown) => error);
  expect(isUniqueViolation(await failure, 'settings', ['key']), String(await failure)).toBe(true);
});

test('a statement that begins after the failure of its transaction stores nothing', async () => {
  const { transact, kysely, close } = await openDatabase({ url: await createDatabaseUrl() }, { connections: 1 });
  onTestFinished(close);
  const late: Promise<unknown>[] = [];
  const failure = transact(async (trx) => {
    await trx.selectFrom('settings').selectAll().execute();
    const writeLater = async (steps: number): Promise<unknown> =>
      steps === 0
        ? trx.insertInto('settings').values({ key: 'late', value: '' }).execute()
        : Promise.resolve().then(() => writeLater(steps - 1));
    // The write begins while PostgreSQL has not answered the rollback yet.
    late.push(writeLater(20).catch((error: unknown) => error));
    throw new Error('refused');
  });
  await expect(failure).rejects.toThrow('refused');
  const [refusal] = await Promise.all(late);
  expect(await kysely.selectFrom('settings').selectAll().execute()).toEqual([]);
  expect(String(refusal)).toContain('The transaction of this statement has ended.');
});

test('statements that run together have the time limit of a statement each', async () => {
  const url = await createDatabaseUrl();
  const { transact, close } = await openDatabase({ url }, { connections: 1, patienceMs: 1000 });
  onTestFinished(close);
  // A statement may take 2 s, and a server that does not answer for 2.5 s is lost.
  const sleeps = Array.from({ length: 8 }, () => 0.4);
  const wait = transact((trx) => together(...sleeps.map((s) => sql`select pg_sleep(${s})`.execute(trx))));
  expect(await wait).toHaveLength(sleeps.length);
});
