import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The newest seal of the audit log, in a file outside of the database. */
export type SealFile = { read: () => Promise<string | null>; write: (seal: string) => Promise<void> };

/** The file `audit.seal` beside the key. It is replaced in one step, so that it is never half written. */
export function sealFileBeside(keyFile: string): SealFile {
  const file = join(dirname(keyFile), 'audit.seal');
  return {
    read: () => readFile(file, 'utf8').catch(nullIfMissing),
    async write(seal) {
      const part = `${file}.${process.pid}.part`;
      await writeFile(part, `${seal}\n`, { mode: 0o600 });
      await rename(part, file);
    },
  };
}

function nullIfMissing(cause: unknown): null {
  if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
  throw cause;
}
