import { computeKeyId } from '@basics/licensing/licence-code.ts';
import { nodePrimitives, createSignerFromPem } from '@basics/licensing/node-primitives.ts';
import type { Signer } from '@basics/licensing/primitives.ts';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { access, link, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join, parse } from 'node:path';
import { describeDiskFault } from '#server/platform/files.ts';
import { StartFault } from '#server/platform/problem.ts';
import { computeSecretKeyId } from './seal.ts';

/** Reads the key of session tokens: 32 bytes as 64 hex digits. */
export const readSessionKey = (file: string): Promise<Uint8Array> =>
  readSecretKey(file, 'The key of the sessions', 'a session key');

/** Reads a key that encrypts secrets in the database: 32 bytes as 64 hex digits. */
export const readSealKey = (file: string): Promise<Uint8Array> =>
  readSecretKey(file, 'The key that seals secrets', 'a sealing key');

async function readSecretKey(file: string, keyName: string, kind: string): Promise<Uint8Array> {
  const text = (await readKey(file, keyName)).trim();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new StartFault(`${file} does not hold ${kind} (64 hex digits).`);
  return Buffer.from(text, 'hex');
}

/** Reads the key that signs licences: Ed25519, PKCS #8 in PEM (RFC 8410). */
export async function readLicenceKey(file: string): Promise<Signer> {
  const pem = await readKey(file, 'The key that signs the licences');
  try {
    return createSignerFromPem(pem);
  } catch (cause) {
    throw new StartFault(`${file} does not hold an Ed25519 private key in PEM.`, { cause });
  }
}

/** Reads the key that seals (signs) the audit log: Ed25519, PKCS #8 in PEM. */
export async function readAuditKey(file: string): Promise<Signer> {
  const pem = await readKey(file, 'The key that seals the audit log', auditKeyHelp);
  try {
    return createSignerFromPem(pem);
  } catch (cause) {
    throw new StartFault(`${file} does not hold an Ed25519 private key in PEM.`, { cause });
  }
}

/** The way out if the key is lost; no other key can be replaced without a loss. */
const auditKeyHelp = ' If it is lost: portal keys audit next --reason "..."';

export const writeAuditKey = (file: string): Promise<void> => writeKeyFile(file, createLicencePem());

export const writeSessionKey = (file: string): Promise<void> => writeKeyFile(file, newSecretKey());

export const writeSealKey = (file: string): Promise<void> => writeKeyFile(file, newSecretKey());

const newSecretKey = (): string => `${randomBytes(32).toString('hex')}\n`;

export const writeLicenceKey = (file: string): Promise<void> => writeKeyFile(file, createLicencePem());

/**
 * Returns the path of a licence key that a key rotation created. The file is beside the configured key, and its name ends with the id of
 * the key.
 */
export const createLicenceKeyPath = createKeyFilePath;

/** Returns the path of another key beside a key file: for `keys/seal.key` and the key id `12ab`, it is `keys/seal-12ab.key`. */
export function createKeyFilePath(file: string, keyId: string): string {
  const { dir, name, ext } = parse(file);
  return join(dir, `${name}-${keyId}${ext}`);
}

/**
 * Finds the sealing key with the given id, and its path. The function looks in the configured file and in the file beside it that is named
 * by the id. Returns null if neither file has the key.
 */
export async function findSealKey(file: string, keyId: string): Promise<{ key: Uint8Array; file: string } | null> {
  for (const keyFile of [createKeyFilePath(file, keyId), file]) {
    // oxlint-disable-next-line no-await-in-loop -- the second place only if the key is not in the first
    const key = (await fileExists(keyFile)) ? await readSealKey(keyFile) : null;
    if (key && computeSecretKeyId(key) === keyId) return { key, file: keyFile };
  }
  return null;
}

/** Writes a new sealing key into a file beside the configured key file. */
export async function addSealKey(file: string): Promise<{ keyId: string; file: string }> {
  const text = newSecretKey();
  const keyId = computeSecretKeyId(Buffer.from(text.trim(), 'hex'));
  const keyFile = createKeyFilePath(file, keyId);
  await writeKeyFile(keyFile, text);
  return { keyId, file: keyFile };
}

/** Deletes every file with the given sealing key. Returns the paths of the deleted files. */
export async function removeSealKey(file: string, keyId: string): Promise<string[]> {
  const removedFiles: string[] = [];
  for (let foundKey = await findSealKey(file, keyId); foundKey; foundKey = await findSealKey(file, keyId)) {
    await rm(foundKey.file);
    removedFiles.push(foundKey.file);
  }
  return removedFiles;
}

/**
 * Finds the licence key with the given id, and its path. The function looks in the configured file and in the file beside it that is named
 * by the id. Returns null if neither file has the key.
 */
export async function findLicenceKey(file: string, keyId: string): Promise<{ signer: Signer; file: string } | null> {
  for (const keyFile of [createLicenceKeyPath(file, keyId), file]) {
    const signer = (await fileExists(keyFile)) ? await readLicenceKey(keyFile) : null;
    if (signer && findKeyId(signer) === keyId) return { signer, file: keyFile };
  }
  return null;
}

/** Writes a licence key (a new key, or the given PEM) into a file beside the configured key file. */
export async function addLicenceKey(file: string, pem = createLicencePem()): Promise<{ signer: Signer; file: string }> {
  const signer = createSignerFromPem(pem);
  const keyFile = createLicenceKeyPath(file, findKeyId(signer));
  await writeKeyFile(keyFile, pem);
  return { signer, file: keyFile };
}

/** Deletes every file with the given licence key. Returns the paths of the deleted files. */
export async function removeLicenceKey(file: string, keyId: string): Promise<string[]> {
  const removedFiles: string[] = [];
  for (let foundKey = await findLicenceKey(file, keyId); foundKey; foundKey = await findLicenceKey(file, keyId)) {
    await rm(foundKey.file);
    removedFiles.push(foundKey.file);
  }
  return removedFiles;
}

export const createLicencePem = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const findKeyId = (signer: Signer): string => computeKeyId(signer.publicKey, nodePrimitives);

const fileExists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

async function readKey(file: string, keyName: string, help = ''): Promise<string> {
  let mode: number;
  let text: string;
  try {
    ({ mode } = await stat(file));
    text = await readFile(file, 'utf8');
  } catch (cause) {
    throw new StartFault(
      `${keyName} cannot be read from ${file}. Put it back from your safe copy, or name its place in the configuration.${help}`,
      { cause },
    );
  }
  // Only the owner may read a key (OWASP ASVS 13.3). Windows has no mode bits for files.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    throw new StartFault(`${keyName} in ${file} is open to other users of this machine. Run: chmod 600 ${file}`);
  return text;
}

/**
 * Writes a new key that only its owner may read, completely or not at all, and never replaces another key. If two processes start at the
 * same time, one of them creates the key, and both use this key.
 */
export async function writeKeyFile(file: string, text: string): Promise<void> {
  const temporaryFile = `${file}.${process.pid}.part`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const handle = await open(temporaryFile, 'wx', 0o600);
    await handle.writeFile(text);
    await handle.sync();
    await handle.close();
    await link(temporaryFile, file).catch(ignoreExisting);
  } catch (cause) {
    const diskFault = describeDiskFault(cause);
    const reason = diskFault === null ? '. Check the rights of its folder.' : `, because ${diskFault}`;
    throw new StartFault(`A new key cannot be written to ${file}${reason}`, { cause });
  } finally {
    // An error of `rm` is ignored, so that the error of the write is thrown.
    await rm(temporaryFile, { force: true }).catch(() => {});
  }
}

function ignoreExisting(cause: unknown): void {
  if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
}
