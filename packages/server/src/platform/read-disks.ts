import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

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

/** Reads the free and the total space of the disk for the data and of the disk for the backups. */
export const readDiskSpace = async ({ dataDir, backup }: { dataDir: string; backup: { folder: string } }) => [
  { use: 'data' as const, ...(await readSpace(dataDir)) },
  { use: 'backups' as const, ...(await readSpace(backup.folder)) },
];
