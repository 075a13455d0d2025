import { existsSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartFault } from '#server/platform/problem.ts';

/** Waits until the content of a file is stored on the disk. */
async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync();
  await handle.close();
}

/**
 * Gives a complete temporary file its final name in one step, without replacing another file. After a crash, either the complete file
 * exists, or no file with this name. Throws StartFault if a file with the final name exists.
 */
export async function publishFile(temporaryFile: string, file: string): Promise<void> {
  await syncFile(temporaryFile);
  try {
    await link(temporaryFile, file);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
    throw new StartFault(`${file} exists already. Nothing was written over it.`, { cause });
  }
  await rm(temporaryFile);
  await syncFolder(dirname(file));
}

/** Replaces a file by a complete temporary file in one step. After a crash, either the old or the new file exists, and it is complete. */
export async function replaceFile(temporaryFile: string, file: string): Promise<void> {
  await syncFile(temporaryFile);
  await rename(temporaryFile, file);
  await syncFolder(dirname(file));
}

async function syncFolder(folder: string): Promise<void> {
  // A folder cannot be synced on Windows, which cannot open folders.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}

/** Lists the paths of an SQLite database and of the files that SQLite keeps beside it. */
const listDatabaseFiles = (file: string): string[] => [file, `${file}-wal`, `${file}-shm`, `${file}-journal`];

/**
 * Throws StartFault if a database with this name exists, or one of the files that SQLite keeps beside a database, because SQLite would use that
 * file for a new database.
 */
export function refuseDatabaseFile(file: string): void {
  const existingPaths = listDatabaseFiles(file).filter((path) => existsSync(path));
  if (existingPaths.length > 0)
    throw new StartFault(
      `${existingPaths.join(', ')} exists already. Move it away, or name another place. Nothing was written.`,
    );
}

export async function removeDatabaseFile(file: string): Promise<void> {
  for (const path of listDatabaseFiles(file))
    // oxlint-disable-next-line no-await-in-loop -- few files
    await rm(path, { force: true });
}
