import { readFileSync } from 'node:fs';
import { Client } from 'pg';

/**
 * Returns the URL of the database with the given name on the PostgreSQL server at `serverUrl`, created if it is missing, and the process id
 * of the server, which runs on this machine.
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

/** The fourth field of `stat` is the parent process (proc_pid_stat(5)); the second can contain spaces. */
const readParentPid = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
