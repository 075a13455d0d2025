import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Free and total space in bytes of the disk that holds a folder, or will hold it. */
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

/** The space for the data, and for the backups. */
export const readDisks = async ({ dataDir, backup }: { dataDir: string; backup: { folder: string } }) => [
  { use: 'data' as const, ...(await readSpace(dataDir)) },
  { use: 'backups' as const, ...(await readSpace(backup.folder)) },
];
