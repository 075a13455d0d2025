import { existsSync } from 'node:fs';
import type { Config } from '#server/config/config.ts';
import { openDatabase, type Database } from '#server/database/database.ts';
import { StartFault } from '#server/platform/problem.ts';
import { readSettings } from '#server/config/read-settings.ts';
import type { Call } from './command.ts';

/** Reads the configuration of a command, which is the configuration of the portal. Throws StartFault if the configuration is not valid. */
export const readCallSettings = ({ options, shell }: Call): Promise<Config> =>
  readSettings(options.demo ? ['--demo'] : [], shell);

/**
 * Runs a function on the configured database, also while the portal is running. A missing database is not created, and no table definitions
 * are changed. Throws StartFault or DatabaseUnavailable.
 */
export async function runOnDatabase<Result>(
  call: Call,
  run: (database: Database, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = await readCallSettings(call);
  const { database: location } = config;
  if ('file' in location && !existsSync(location.file))
    throw new StartFault(
      `There is no database at ${location.file}. Set DATA_DIR or DATABASE_URL to the same value as the portal.`,
    );
  const database = await openDatabase(location);
  try {
    return await run(database, config);
  } finally {
    await database.close();
  }
}
