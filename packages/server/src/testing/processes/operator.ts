import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Database, DatabaseLocation } from '#server/database/database.ts';
import { createTestLocation, openWithLongTimeouts, type DatabaseKind } from '../database/databases.ts';
import { createFolder } from './folders.ts';
import { runCommand } from './run-command.ts';

export type Operator = {
  folder: string;
  env: Readonly<Record<string, string>>;
  location: DatabaseLocation;
  database: Database;
  run: (
    args: readonly string[],
    otherSettings?: Omit<Parameters<typeof runCommand>[1], 'cwd' | 'env'> & { otherEnv?: Record<string, string> },
  ) => ReturnType<typeof runCommand>;
};

/** Creates a data folder with a migrated database, opens the database, and returns a function that runs the command `portal` on it. */
export async function createOperator(kind: DatabaseKind): Promise<Operator> {
  const folder = await createFolder();
  const location = await createTestLocation(kind);
  const isFile = 'file' in location;
  const where = isFile ? { file: join(folder, 'portal.db') } : location;
  if (isFile) await rename(location.file, join(folder, 'portal.db'));
  const env = { DATA_DIR: folder, ...('url' in where && { DATABASE_URL: where.url }) };
  const database = await openWithLongTimeouts(where);
  onTestFinished(() => database.close());
  return {
    folder,
    env,
    location: where,
    database,
    run: (args, { otherEnv, ...otherSettings } = {}) =>
      runCommand(args, { cwd: folder, env: { ...env, ...otherEnv }, ...otherSettings }),
  };
}
