import { decodeText, detectEncodings } from '@basics/contract/fields/text-encodings.ts';
import { readFile, statfs } from 'node:fs/promises';
import { StartFault } from './problem.ts';
import { isBucket } from './storage/storage.ts';
import { dirname, join } from 'node:path';

/**
 * Reads a text file of an operator in UTF-8 or UTF-16, which programs for Windows write, without its byte order mark. Returns null if there
 * is no such file. Throws StartFault if the file cannot be read, or if its text is in another encoding.
 */
export async function readTextIfPresent(file: string): Promise<string | null> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw new StartFault(`${file} cannot be read. Check its permissions.`, { cause });
  }
  const [encoding] = detectEncodings(bytes);
  if (!encoding.startsWith('utf-'))
    throw new StartFault(`${file} is not UTF-8 text. Save the file with the encoding UTF-8.`);
  return decodeText(bytes, encoding);
}

/** The errors of a disk that takes nothing, by their code (errno(3)), as the end of a sentence, and what to do. */
const diskFaults: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Delete files, or name another disk.',
  EDQUOT: 'the quota of its disk is used up. Delete files, or name another disk.',
  EFBIG: 'the system limits the size of files. Raise the limit (ulimit -f), or name another disk.',
  EROFS: 'its disk is read-only. Repair the disk, or name another one.',
  EIO: 'its disk fails. Replace the disk, or name another one.',
};

/** Returns why the disk took nothing, and what to do, as the end of a sentence; null for an error that is no fault of the disk. */
export function describeDiskFault(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return diskFaults[code] ?? null;
}

/**
 * Reads the free and the total space, in bytes, of the disk of a folder. If the folder does not exist yet, the function
 * uses the nearest parent folder that exists.
 */
async function readSpace(folder: string): Promise<{ free: number; total: number }> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!isMissing || dirname(folder) === folder) throw error;
    return readSpace(dirname(folder));
  }
}

/** Reads the free and the total space of the disk for the data, and of the disk for the backups if they are not in a bucket. */
export const readDiskSpace = async ({ dataDir, backup }: { dataDir: string; backup: { place: string } }) => [
  { use: 'data' as const, ...(await readSpace(dataDir)) },
  ...(isBucket(backup.place) ? [] : [{ use: 'backups' as const, ...(await readSpace(backup.place)) }]),
];

/**
 * Reads a file that the build of the portal has written into the folder `root`. If the file is missing, it throws a
 * StartFault that names the build command.
 */
export async function readPage(root: string, name = 'index.html'): Promise<string> {
  const file = join(root, name);
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new StartFault(`The portal's pages are not built: ${file} is missing. Run npm start, which builds them.`, {
      cause,
    });
  }
}
