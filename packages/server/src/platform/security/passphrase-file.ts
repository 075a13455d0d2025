import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import * as z from 'zod/mini';
import { StartFault } from '#server/platform/problem.ts';

const base64 = z.string().check(z.regex(/^[A-Za-z0-9+/]+=*$/));
const container = z.strictObject({ format: z.string(), salt: base64, iv: base64, tag: base64, data: base64 });

/** The cost of scrypt: each guess of a passphrase takes 128 MiB and about half a second (OWASP Password Storage Cheat Sheet). */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };
const deriveKey = (passphrase: string, salt: Uint8Array): Uint8Array =>
  scryptSync(passphrase.normalize('NFKC'), salt, 32, cost);

/**
 * The name and the version of a file format, such as that of emergency kits. The format is authenticated together with the encrypted text.
 */
type Format = { format: string };

/** Encrypts a text with AES-256-GCM and a key that scrypt derives from the passphrase. Returns the text to store in the file. */
export function sealWithPassphrase(text: string, passphrase: string, { format }: Format): string {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', deriveKey(passphrase, salt), iv).setAAD(Buffer.from(format));
  const cipherText = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const containerParts = { salt, iv, tag: cipher.getAuthTag(), data: cipherText };
  const texts = Object.entries(containerParts).map(([name, bytes]) => [name, bytes.toString('base64')]);
  return `${JSON.stringify({ format, ...Object.fromEntries(texts) }, null, 2)}\n`;
}

/** `fileKind` names the kind of file in messages. Throws StartFault for a file of another kind, and for a wrong passphrase. */
export function openWithPassphrase(
  sealedText: string,
  passphrase: string,
  { format, fileKind }: Format & { fileKind: string },
): string {
  const parsedContainer = container.safeParse(parseJson(sealedText));
  if (!parsedContainer.success || parsedContainer.data.format !== format)
    throw new StartFault(`The file is no ${fileKind}.`);
  const [salt, iv, tag, data] = [
    parsedContainer.data.salt,
    parsedContainer.data.iv,
    parsedContainer.data.tag,
    parsedContainer.data.data,
  ].map((part) => Buffer.from(part, 'base64'));
  if (!salt || !iv || tag?.length !== 16 || !data) throw new StartFault(`The ${fileKind} is not complete.`);
  try {
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(passphrase, salt), iv);
    decipher.setAAD(Buffer.from(format)).setAuthTag(tag);
    return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new StartFault(`The passphrase is wrong, or the ${fileKind} was changed.`, { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
