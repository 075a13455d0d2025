import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { copySqliteFile } from '#server/database/copy/sqlite-file.ts';
import { StartFault } from '#server/platform/problem.ts';

/** The first bytes of a file that is compressed by Zstandard (RFC 8878, 3.1.1). */
const packedStart = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Compresses an SQLite file that is not in use into a new file with the mode 0600. Its checksum finds damage later. */
export const packBackup = (file: string, packedFile: string): Promise<void> =>
  pipeline(
    createReadStream(file),
    createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    createWriteStream(packedFile, { flags: 'wx', mode: 0o600 }),
  );

/** Copies a backup into a new SQLite file: a compressed one, or an SQLite file. Throws StartFault if the compressed file is damaged. */
export async function unpackBackup(file: string, to: string): Promise<void> {
  if (!(await isPacked(file))) return copySqliteFile(file, to);
  try {
    const target = createWriteStream(to, { flags: 'wx', mode: 0o600 });
    await pipeline(createReadStream(file), createZstdDecompress(), target);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (!code.startsWith('ZSTD_') && !code.startsWith('Z_')) throw cause;
    throw new StartFault(`${file} is damaged and cannot be unpacked (${code}). Use another backup.`, { cause });
  }
}

async function isPacked(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(packedStart.length), 0, packedStart.length, 0);
    return buffer.equals(packedStart);
  } finally {
    await handle.close();
  }
}
