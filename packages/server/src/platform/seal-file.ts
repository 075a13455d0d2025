import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Reads and writes the file with the newest seal of the audit log (the signature of its newest entry). The file is
 * outside of the database.
 */
export type SealFile = { readSeal: () => Promise<string | null>; write: (seal: string) => Promise<void> };

/**
 * Returns the functions that read and write the file `audit.seal`, which is in the folder of the key file. The file is
 * replaced in one step, so it is never incomplete.
 */
export function openSealFile(keyFile: string): SealFile {
  const file = join(dirname(keyFile), 'audit.seal');
  return {
    readSeal: () => readFile(file, 'utf8').catch(nullIfMissing),
    async write(seal) {
      const temporaryFile = `${file}.${process.pid}.part`;
      await writeFile(temporaryFile, `${seal}\n`, { mode: 0o600 });
      await rename(temporaryFile, file);
    },
  };
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
