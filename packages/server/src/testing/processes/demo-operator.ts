import { join } from 'node:path';
import { createEmptyLocation, type DatabaseKind } from '../database/databases.ts';
import { createFolder } from './folders.ts';
import { startProcess } from './process.ts';
import { runCommand } from './run-command.ts';

/**
 * Creates the folder and the database of a demo portal, and functions that start portals and run commands in this
 * folder.
 */
export async function createDemoOperator(kind: DatabaseKind, pagesFolder: string) {
  const cwd = await createFolder();
  const location = kind === 'SQLite' ? null : await createEmptyLocation(kind);
  const env: Record<string, string> = {
    INIT_CWD: cwd,
    ...(location && 'url' in location && { DATABASE_URL: location.url }),
  };
  return {
    keysFolder: join(cwd, 'data/demo/keys'),
    location: location ?? { file: join(cwd, 'data/demo/portal.db') },
    start: (otherEnv: Record<string, string> = {}) =>
      startProcess({ cwd, env: { ...env, ...otherEnv }, args: ['--demo'], pages: pagesFolder }),
    runKeys: (...words: string[]) => runCommand(['keys', ...words, '--demo'], { cwd, env }),
  };
}

export type DemoOperator = Awaited<ReturnType<typeof createDemoOperator>>;
