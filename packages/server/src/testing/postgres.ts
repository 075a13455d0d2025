import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export type TestPostgres = { url: string; stop: () => Promise<void> };

/** A PostgreSQL server for tests: the one at TEST_DATABASE_URL, whose user may create databases, or one that the run starts. */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: async () => {} };
  // In its own process group, so that an interrupt from the keyboard leaves it time to clean up.
  const keeper = spawn(process.execPath, [join(import.meta.dirname, 'postgres-keeper.ts')], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exit = once(keeper, 'exit');
  const [url = null] = await Promise.race([once(createInterface(keeper.stdout), 'line'), exit.then(() => [])]);
  if (typeof url !== 'string') throw new Error('PostgreSQL did not start; its own words are above.');
  return {
    url,
    async stop() {
      keeper.stdin.end();
      await exit;
    },
  };
}
