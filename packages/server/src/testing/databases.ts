import { Client } from 'pg';
import { randomBytes } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import type { Database, Where } from '#server/database/database.ts';
import { databaseUrl, query } from './global-setup.ts';

/** Every test of what is stored runs on both: `describe.each(databases)('%s', (kind) => ...)`. */
export const databases = ['SQLite', 'PostgreSQL'] as const;
export type DatabaseKind = (typeof databases)[number];

/** For rules that no SQL decides: SQLite alone, and both where TEST_DATABASES=all says so (nightly, and before a release). */
export const anyDatabase: readonly DatabaseKind[] = process.env['TEST_DATABASES'] === 'all' ? databases : ['SQLite'];

/** Takes what is to be done when a database is not needed any more; the last taken is done first. */
export type AtTheEnd = (cleanUp: () => Promise<void>) => void;

/** A migrated database with the shipped rows for this test alone, closed and gone after it. */
export async function freshDatabase(kind: DatabaseKind, atTheEnd: AtTheEnd = onTestFinished): Promise<Database> {
  const database = await openDatabase(await freshPlace(kind, atTheEnd));
  atTheEnd(() => database.close());
  return database;
}

/** The place of such a database, for whoever opens it himself and closes it before the test ends. */
export const freshPlace = (kind: DatabaseKind, atTheEnd: AtTheEnd = onTestFinished): Promise<Where> =>
  kind === 'SQLite'
    ? freshFile()
    : freshPostgres(`template ${inject('postgresTemplate')} strategy file_copy`, atTheEnd);

/** A place where nothing has been made yet. */
export const emptyPlace = async (kind: DatabaseKind): Promise<Where> =>
  kind === 'SQLite' ? { file: newFile() } : freshPostgres(`encoding 'UTF8' template template0`, onTestFinished);

const newName = () => `basics_test_${randomBytes(8).toString('hex')}`;
const newFile = () => join(inject('testFolder'), `${newName()}.db`);

async function freshFile(): Promise<Where> {
  const file = newFile();
  await copyFile(inject('sqliteTemplate'), file);
  return { file };
}

type Copy = { url: string; reset: string; tables: string };

/** Copies that were put back as they came. A test that changed a table's definition spoils its copy, which is then dropped. */
const idle: Copy[] = [];

const definitions = `select md5(concat(
  (select string_agg(concat(attrelid, attname, atttypid, attnotnull), ',' order by attrelid, attnum) from pg_attribute where attrelid >= 16384),
  (select string_agg(concat(oid, conname), ',' order by oid) from pg_constraint where oid >= 16384),
  (select string_agg(concat(oid, relname), ',' order by oid) from pg_class where oid >= 16384 and relkind in ('i', 'r')))) as said`;

async function freshPostgres(made: string, atTheEnd: AtTheEnd): Promise<Where> {
  const isCopy = made.startsWith('template basics_template');
  const server = inject('postgresUrl');
  let taken = isCopy ? idle.pop() : undefined;
  if (!taken) {
    const name = newName();
    await query(server, `create database ${name} ${made}`);
    const url = databaseUrl(server, name);
    if (!isCopy) {
      atTheEnd(() => query(server, `drop database ${name} with (force)`));
      return { url };
    }
    taken = { url, ...(await resetOf(url)) };
  }
  const copy = taken;
  atTheEnd(() => putBack(server, copy));
  return { url: copy.url };
}

async function putBack(server: string, copy: Copy): Promise<void> {
  const client = new Client({ connectionString: copy.url });
  await client.connect();
  const { rows } = await client.query(definitions);
  const isWhole = rows[0].said === copy.tables;
  if (isWhole) await client.query(copy.reset);
  await client.end();
  if (isWhole) idle.push(copy);
  else await query(server, `drop database ${new URL(copy.url).pathname.slice(1)} with (force)`);
}

async function resetOf(url: string): Promise<Omit<Copy, 'url'>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const tables = (await client.query("select tablename from pg_tables where schemaname = 'public'")).rows.map((r) =>
    String(r.tablename),
  );
  const parts = [
    'begin; select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid(); set session_replication_role = replica',
  ];
  for (const table of tables) parts.push(`delete from "${table}"`);
  for (const table of tables) {
    const { rows } = await client.query(`select coalesce(json_agg(t), '[]')::text as text from "${table}" t`);
    if (rows[0].text !== '[]')
      parts.push(
        `insert into "${table}" overriding system value select * from json_populate_recordset(null::"${table}", $$${rows[0].text}$$)`,
      );
  }
  const sequences = (
    await client.query(
      "select sequencename, coalesce(last_value, 0) as at from pg_sequences where schemaname = 'public'",
    )
  ).rows;
  for (const { sequencename, at } of sequences)
    parts.push(
      Number(at) === 0 ? `alter sequence "${sequencename}" restart` : `select setval('"${sequencename}"', ${at})`,
    );
  const found = (await client.query(definitions)).rows[0].said;
  await client.end();
  return { reset: `${parts.join(';')}; commit`, tables: found };
}
