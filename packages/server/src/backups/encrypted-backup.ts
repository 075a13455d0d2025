import { createWriteStream, openAsBlob } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { StartFault } from '#server/platform/problem.ts';

/** The first bytes of a file that is encrypted in the format age (https://age-encryption.org/v1). */
export const encryptedStart = Buffer.from('age-encryption.org/v1\n');

/** Encrypts a file for a public key (`age1…`) into a new file with the mode 0600. This machine cannot read it again. */
export async function encryptFile(file: string, encryptedFile: string, recipient: string): Promise<void> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const encrypted = await encrypter.encrypt((await openAsBlob(file)).stream());
  await pipeline(encrypted, createWriteStream(encryptedFile, { flags: 'wx', mode: 0o600 }));
}

/**
 * Decrypts a file with the private keys (`AGE-SECRET-KEY-1…`) that `age-keygen` has written into a file, into a new file with the mode 0600.
 * Throws StartFault if none of them fits, or if the file is damaged.
 */
export async function decryptFile(file: string, to: string, identityFile: string | undefined): Promise<void> {
  if (identityFile === undefined)
    throw new StartFault(`${file} is encrypted. Name the file with its private key: --identity FILE`);
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  const keys = (await readFile(identityFile, 'utf8')).match(/^AGE-SECRET-KEY-1\S+$/gm) ?? [];
  try {
    for (const key of keys) decrypter.addIdentity(key);
    const content = await decrypter.decrypt((await openAsBlob(file)).stream());
    await pipeline(content, createWriteStream(to, { flags: 'wx', mode: 0o600 }));
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause) throw cause;
    throw new StartFault(`${file} cannot be decrypted with ${identityFile}, or is damaged.`, { cause });
  }
}
