import { readFileSync } from 'node:fs';
import { Client } from 'pg';

/**
 * Returns the URL of the database `name` on the PostgreSQL server at `serverUrl`, and the process id of this server. Creates the database
 * if it is missing. The server must run on this machine.
 */
export async function openStoredPostgres(serverUrl: string, name: string): Promise<{ url: string; serverPid: number }> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const existingDatabase = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (existingDatabase.rowCount === 0) await client.query(`create database ${name}`);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const url = new URL(serverUrl);
    url.pathname = name;
    return { url: url.href, serverPid: readParentPid(rows[0]?.pid ?? 0) };
  } finally {
    await client.end();
  }
}

/** Runs one statement on a connection of its own, and returns its rows. */
export async function runOnServer(
  url: string,
  statement: string,
  values: unknown[] = [],
): Promise<{ login?: string }[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ login?: string }>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

/**
 * Reads the id of the parent process: the fourth field of `/proc/<pid>/stat`, counted after the second field, which can contain spaces
 * (proc_pid_stat(5)).
 */
const readParentPid = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
