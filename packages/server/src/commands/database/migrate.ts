import { copyBeforeMigrations, migrate, planMigrations } from '#server/database/migrate.ts';
import type { Call, Outcome } from '../command.ts';
import { runOnDatabase } from '../on-database.ts';

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
