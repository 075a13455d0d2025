import { existsSync } from 'node:fs';
import type { Config } from './config.ts';
import { DatabaseUnavailable, openDatabase } from './database/database.ts';
import type { Database } from './database/database.ts';
import { StartFault } from './platform/start-fault.ts';
import { readSettings } from './read-settings.ts';

/** The output of a command, and whether it succeeded. */
export type CommandResult = { ok: boolean; lines: readonly string[] };

/**
 * Runs an operator's command on the configured database, also while the portal is running. It prints its lines and exits with 0 or 1. It never
 * creates a database, and changes no table definitions.
 */
export async function runCommand(
  args: readonly string[],
  verb: (database: Database, config: Config) => Promise<CommandResult>,
): Promise<void> {
  try {
    const config = await readSettings(args);
    const { ok, lines } = await runOnDatabase(config, (database) => verb(database, config));
    process.stdout.write(`${lines.join('\n')}\n`);
    process.exitCode = ok ? 0 : 1;
  } catch (error) {
    if (!(error instanceof StartFault) && !(error instanceof DatabaseUnavailable)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

async function runOnDatabase<T>({ database: where }: Config, verb: (database: Database) => Promise<T>): Promise<T> {
  if ('file' in where && !existsSync(where.file))
    throw new StartFault(
      `There is no database at ${where.file}. Set DATA_DIR or DATABASE_URL to the same value as the portal.`,
    );
  const database = await openDatabase(where);
  try {
    return await verb(database);
  } finally {
    await database.close();
  }
}
