import { existsSync } from 'node:fs';
import type { Config } from '#server/config.ts';
import { openDatabase } from '#server/database/database.ts';
import type { Database } from '#server/database/database.ts';
import { StartFault } from '#server/platform/start-fault.ts';
import { readSettings } from '#server/read-settings.ts';
import type { Call } from './command.ts';

/** The configuration of a command: that of the portal. Throws StartFault if it is not valid. */
export const readCallSettings = ({ options, world }: Call): Promise<Config> =>
  readSettings(options.demo ? ['--demo'] : [], world);

/**
 * Runs on the configured database, also while the portal is running. It never creates a database, and changes no table definitions. Throws
 * StartFault or DatabaseUnavailable.
 */
export async function runOnDatabase<Result>(
  call: Call,
  run: (database: Database, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = await readCallSettings(call);
  const { database: where } = config;
  if ('file' in where && !existsSync(where.file))
    throw new StartFault(
      `There is no database at ${where.file}. Set DATA_DIR or DATABASE_URL to the same value as the portal.`,
    );
  const database = await openDatabase(where);
  try {
    return await run(database, config);
  } finally {
    await database.close();
  }
}
