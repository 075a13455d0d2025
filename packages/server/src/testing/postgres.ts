import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type TestPostgres = { url: string; stop: () => Promise<void> };

/**
 * Returns a PostgreSQL server for tests: the server at TEST_DATABASE_URL, if it is set, or a new server. The user of TEST_DATABASE_URL must
 * have the right to create databases.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const configuredUrl = process.env['TEST_DATABASE_URL'];
  if (configuredUrl) return { url: configuredUrl, stop: async () => {} };
  // The process has its own group, so that an interrupt from the keyboard does not end it before it has cleaned up.
  const keeperProcess = spawn(process.execPath, [join(import.meta.dirname, 'database', 'postgres-keeper.ts')], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exit = once(keeperProcess, 'exit');
  const [url = null] = await Promise.race([once(createInterface(keeperProcess.stdout), 'line'), exit.then(() => [])]);
  if (typeof url !== 'string') throw new Error('PostgreSQL did not start. Its output is above.');
  return {
    url,
    async stop() {
      keeperProcess.stdin.end();
      await exit;
    },
  };
}
