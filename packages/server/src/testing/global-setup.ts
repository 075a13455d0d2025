import { Client } from 'pg';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase, type DatabaseLocation } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { createReset, type PostgresReset } from './database/postgres-reset.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A folder for the files of the test run. The folder is removed at the end of the test run. */
    testFolder: string;
    /** The path of the module that starts a portal in a process of its own (scripts/provide-server.mjs). */
    startModule: string;
    /** The path of a migrated SQLite file, which tests copy. */
    sqliteTemplate: string;
    /**
     * `postgresUrl` is the URL of a database through which others can be created. `postgresTemplate` is the name of the migrated template,
     * with which the names of all databases of the test run begin.
     */
    postgresUrl: string;
    postgresTemplate: string;
    /** How a copy of the template is reset; null if the database user has no right to reset a copy. */
    postgresReset: PostgresReset | null;
  }
}

/** Runs once for each test run: starts PostgreSQL, and creates the migrated SQLite and PostgreSQL databases that tests copy. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandonedFolders();
  const postgres = await startPostgres();
  const testFolder = await mkdtemp(join(tmpdir(), `${folderPrefix}${process.pid}-`));
  const postgresTemplate = `basics_template_${process.pid}`;
  const sqliteTemplate = join(testFolder, 'template.db');
  const tearDown = async () => {
    await dropDatabasesOf(postgresTemplate, postgres.url);
    await postgres.stop();
    await rm(testFolder, { recursive: true, force: true });
  };
  const templateUrl = databaseUrl(postgres.url, postgresTemplate);
  try {
    await dropDatabasesOf(postgresTemplate, postgres.url);
    await runStatement(postgres.url, `create database ${postgresTemplate} encoding 'UTF8' template template0`);
    await createTemplate({ file: sqliteTemplate });
    await createTemplate({ url: templateUrl });
    project.provide('postgresReset', await createReset(templateUrl));
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('testFolder', testFolder);
  project.provide('sqliteTemplate', sqliteTemplate);
  project.provide('postgresUrl', postgres.url);
  project.provide('postgresTemplate', postgresTemplate);
  return tearDown;
}

const folderPrefix = 'basics-test-';

/** Removes the folders of test runs that were killed. */
async function removeAbandonedFolders(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const ownerPid = name.startsWith(folderPrefix) ? Number.parseInt(name.slice(folderPrefix.length), 10) : Number.NaN;
    if (!Number.isNaN(ownerPid) && !isRunning(ownerPid))
      await rm(join(tmpdir(), name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM means that the process runs as another user, so its folder must stay.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function createTemplate(location: DatabaseLocation): Promise<void> {
  const database = await openDatabase(location);
  try {
    await migrate(database, () => Date.parse('2026-01-01T00:00:00Z'));
  } finally {
    await database.close();
  }
}

/** Drops the template database and its copies, of this test run or of a test run that was killed. */
async function dropDatabasesOf(template: string, server: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where datname = $1 or starts_with(datname, $2)',
      [template, `${template}_`],
    );
    for (const { datname } of rows)
      await client.query(`drop database ${client.escapeIdentifier(datname)} with (force)`);
  } finally {
    await client.end();
  }
}

/** Returns the address of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  const changedUrl = new URL(url);
  changedUrl.pathname = `/${name}`;
  return changedUrl.href;
}

/** Runs one statement on a separate connection. */
export async function runStatement(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
