import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline as chain, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { copySqliteFile } from '#server/database/copy/sqlite-file.ts';
import type { CopyText } from '#server/database/foundation.ts';
import { StartFault } from '#server/platform/problem.ts';
import { decryptFile, encryptedStart } from './encrypted-backup.ts';
import { loadTableBackup, tableBackupStart } from './table-backup.ts';

/** The first bytes of a file that is compressed by Zstandard (RFC 8878, 3.1.1). */
const packedStart = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/**
 * Compresses a backup into a new file with the mode 0600. Its checksum finds damage later. Most of a backup are hashes and signatures, which a
 * higher level would not make smaller.
 */
export const packBackup = (content: Readable | CopyText, packedFile: string): Promise<void> =>
  pipeline(
    content,
    createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1, [constants.ZSTD_c_compressionLevel]: 1 } }),
    createWriteStream(packedFile, { flags: 'wx', mode: 0o600 }),
  );

/** `identityFile` is the file with the private key of an encrypted backup. */
export type UnpackOptions = { now: number; identityFile?: string | undefined };

/**
 * Copies a backup into a new SQLite file: compressed tables, a compressed SQLite file, or an SQLite file; encrypted or not. Throws StartFault
 * if the file is damaged, or cannot be decrypted. Returns whether SQLite has written the new file from rows: then its pages need no check.
 */
export async function unpackBackup(file: string, to: string, { now, identityFile }: UnpackOptions): Promise<boolean> {
  if (await startsWith(createReadStream(file), encryptedStart)) {
    const decryptedFile = `${to}.decrypted`;
    try {
      await decryptFile(file, decryptedFile, identityFile);
      return await unpackBackup(decryptedFile, to, { now });
    } finally {
      await rm(decryptedFile, { force: true });
    }
  }
  if (!(await startsWith(createReadStream(file), packedStart))) {
    await copySqliteFile(file, to);
    return false;
  }
  const isTables = await refuseDamage(file, startsWith(unpack(file), Buffer.from(tableBackupStart)));
  const target = () => createWriteStream(to, { flags: 'wx', mode: 0o600 });
  await refuseDamage(file, isTables ? loadTableBackup(unpack(file), to, now) : pipeline(unpack(file), target()));
  return isTables;
}

/** Reads the content of a compressed backup. */
export const unpack = (file: string): Readable =>
  // The reader of the stream gets its errors.
  chain(createReadStream(file), createZstdDecompress(), () => {});

async function refuseDamage<Result>(file: string, reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    if (!code.startsWith('ZSTD_') && !code.startsWith('Z_')) throw cause;
    throw new StartFault(`${file} is damaged and cannot be unpacked (${code}). Use another backup.`, { cause });
  }
}

async function startsWith(content: Readable, start: Buffer): Promise<boolean> {
  for await (const part of content) return Buffer.from(part).subarray(0, start.length).equals(start);
  return false;
}
