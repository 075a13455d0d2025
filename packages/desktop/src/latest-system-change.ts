import { readdirSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** For each operating system, the folders into which it often writes. */
const systemFolders: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['/etc', '/var/log', '/var/lib', '/var/cache'],
  darwin: ['/etc', '/var/log', '/Library/Preferences', '/Library/Caches'],
  win32: ['C:\\Windows', 'C:\\Windows\\Prefetch', 'C:\\Windows\\Temp', 'C:\\ProgramData'],
};

/**
 * Returns the time of the newest change in the folders of the operating system, in Unix seconds. The clock of the PC has already reached
 * the returned time.
 */
export function findLatestSystemChange(): number {
  return findNewestChange([...(systemFolders[process.platform] ?? []), homedir(), tmpdir()]);
}

/**
 * Returns the time of the newest change of the given folders and of the files directly in these folders, in Unix seconds. Returns 0 if no
 * folder can be read.
 */
export function findNewestChange(folderPaths: readonly string[]): number {
  const paths = folderPaths.flatMap((folderPath) => [
    folderPath,
    ...listNames(folderPath).map((name) => join(folderPath, name)),
  ]);
  return Math.max(0, ...paths.map((path) => readChangeTime(path)));
}

/** Lists the names in a folder. The list is empty if the user may not read the folder, or if it does not exist. */
function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readChangeTime(path: string): number {
  try {
    return Math.floor(statSync(path).mtimeMs / 1000);
  } catch {
    return 0;
  }
}
