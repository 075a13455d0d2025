import { readdirSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders in which each system writes often. */
const folders: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['/etc', '/var/log', '/var/lib', '/var/cache'],
  darwin: ['/etc', '/var/log', '/Library/Preferences', '/Library/Caches'],
  win32: ['C:\\Windows', 'C:\\Windows\\Prefetch', 'C:\\Windows\\Temp', 'C:\\ProgramData'],
};

/** When the newest file in the folders that the system writes to was changed, in Unix seconds: the clock of the PC was at least there once. */
export function latestChange(): number {
  return newestIn([...(folders[process.platform] ?? []), homedir(), tmpdir()]);
}

/** The newest of some folders and of the files directly in them, in Unix seconds; 0 if none can be read. */
export function newestIn(places: readonly string[]): number {
  const paths = places.flatMap((place) => [place, ...namesIn(place).map((name) => join(place, name))]);
  return Math.max(0, ...paths.map((path) => changedAt(path)));
}

/** What an ordinary user may not read, or what was deleted meanwhile, says nothing. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function changedAt(path: string): number {
  try {
    return Math.floor(statSync(path).mtimeMs / 1000);
  } catch {
    return 0;
  }
}
