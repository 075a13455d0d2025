import { existsSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartFault } from '#server/platform/start-fault.ts';

/** Waits until a file is on the disk. */
async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  await handle.sync();
  await handle.close();
}

/**
 * Gives a complete file its name, in one step and never over another file; a crash leaves the whole file or none under this name. Throws
 * StartFault if a file has the name already.
 */
export async function publishFile(part: string, file: string): Promise<void> {
  await syncFile(part);
  try {
    await link(part, file);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
    throw new StartFault(`${file} exists already. Nothing was written over it.`, { cause });
  }
  await rm(part);
  await syncFolder(dirname(file));
}

/** Puts a complete file in the place of another one, in one step; a crash leaves one of the two whole. */
export async function replaceFile(part: string, file: string): Promise<void> {
  await syncFile(part);
  await rename(part, file);
  await syncFolder(dirname(file));
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}

/** An SQLite database and the files that SQLite keeps beside it. */
const partsOf = (file: string): string[] => [file, `${file}-wal`, `${file}-shm`, `${file}-journal`];

/** Throws StartFault if there is a database, or a left-over of one that SQLite would apply to the next one of this name. */
export function refuseDatabaseFile(file: string): void {
  const present = partsOf(file).filter((each) => existsSync(each));
  if (present.length > 0)
    throw new StartFault(
      `${present.join(', ')} exists already. Move it away, or name another place. Nothing was written.`,
    );
}

export async function removeDatabaseFile(file: string): Promise<void> {
  for (const each of partsOf(file))
    // oxlint-disable-next-line no-await-in-loop -- few files
    await rm(each, { force: true });
}
