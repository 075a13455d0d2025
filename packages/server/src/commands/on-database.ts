import { existsSync } from 'node:fs';
import type { Config } from '#server/config/config.ts';
import { openDatabase, type Database } from '#server/database/database.ts';
import { StartFault } from '#server/platform/problem.ts';
import { readSettings } from '#server/config/read-settings.ts';
import { copyBeforeMigrations, migrate, planMigrations } from '#server/database/migrate.ts';
import type { Call, Outcome } from './command.ts';

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

/**
 * Runs the migrations that the database lacks. On PostgreSQL, the owner of the tables runs this command, and portals can then run with a role
 * that may only read and write rows.
 */
export const migrateDatabase = (call: Call, isDryRun: boolean): Promise<Outcome> =>
  runOnDatabase(call, async (database, config) => {
    const missingMigrations = await planMigrations(database);
    const migrations = missingMigrations.map(({ name }) => name);
    if (isDryRun || migrations.length === 0) return createOutcome('The next start would run', migrations);
    await copyBeforeMigrations(config.database, missingMigrations);
    return createOutcome('Done', await migrate(database, call.shell.clock));
  });

function createOutcome(introduction: string, migrations: readonly string[]): Outcome {
  const lines =
    migrations.length === 0 ? ['The database has all migrations.'] : [`${introduction}: ${migrations.join(', ')}`];
  return { ok: true, lines, facts: { migrations } };
}
