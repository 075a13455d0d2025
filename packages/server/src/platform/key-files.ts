import { signerFromPem } from '@basics/licensing/node-primitives.ts';
import type { Signer } from '@basics/licensing/primitives.ts';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartFault } from './start-fault.ts';

/** The key of session tokens, 32 bytes as 64 hex digits. */
export async function readSessionKey(file: string): Promise<Uint8Array> {
  const text = (await readKey(file, 'The key of the sessions')).trim();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new StartFault(`${file} does not hold a session key (64 hex digits).`);
  return Buffer.from(text, 'hex');
}

/** The key that licences are signed with: Ed25519, PKCS #8 in PEM (RFC 8410). */
export async function readLicenceKey(file: string): Promise<Signer> {
  const pem = await readKey(file, 'The key that signs the licences');
  try {
    return signerFromPem(pem);
  } catch (cause) {
    throw new StartFault(`${file} does not hold an Ed25519 private key in PEM.`, { cause });
  }
}

export const writeSessionKey = (file: string): Promise<void> => writeKey(file, `${randomBytes(32).toString('hex')}\n`);

export const writeLicenceKey = (file: string): Promise<void> =>
  writeKey(file, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());

async function readKey(file: string, what: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new StartFault(
      `${what} cannot be read from ${file}. Put it back from your safe copy, or name its place in the configuration.`,
      { cause },
    );
  }
}

/**
 * Writes a new key that only its owner may read, whole or not at all, and never over another one: of two processes that start
 * together, one makes the key and both use it.
 */
async function writeKey(file: string, text: string): Promise<void> {
  const part = `${file}.${process.pid}.part`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const handle = await open(part, 'wx', 0o600);
    await handle.writeFile(text);
    await handle.sync();
    await handle.close();
    await link(part, file).catch(unlessExisting);
  } catch (cause) {
    throw new StartFault(`A new key cannot be written to ${file}. Check the rights of its folder.`, { cause });
  } finally {
    // Where even this fails there is nothing to take away, and the fault above is the one to be told.
    await rm(part, { force: true }).catch(() => {});
  }
}

function unlessExisting(cause: unknown): void {
  if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
}
