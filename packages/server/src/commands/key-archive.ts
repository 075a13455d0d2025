import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import * as z from 'zod/mini';
import { StartFault } from '#server/platform/start-fault.ts';

/** A key file by its use; `id` is that of a later key, which lies beside the configured file. */
const keyEntry = z.strictObject({
  use: z.enum(['licence', 'session', 'seal', 'audit']),
  id: z.nullable(z.string().check(z.regex(/^[0-9a-f]{16}$/))),
  text: z.string().check(z.minLength(1), z.maxLength(4096)),
});
export type KeyEntry = z.infer<typeof keyEntry>;

const base64 = z.string().check(z.regex(/^[A-Za-z0-9+/]+=*$/));
const archive = z.strictObject({
  format: z.literal('basics-portal-keys-1'),
  salt: base64,
  iv: base64,
  tag: base64,
  data: base64,
});

/** 128 MiB and about half a second for each guess (OWASP Password Storage Cheat Sheet: N = 2^17, r = 8, p = 1). */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };
const deriveKey = (passphrase: string, salt: Uint8Array): Uint8Array =>
  scryptSync(passphrase.normalize('NFKC'), salt, 32, cost);

const format = 'basics-portal-keys-1';

/** The keys as text, encrypted with AES-256-GCM under a key that scrypt derives from the passphrase. */
export function sealArchive(entries: readonly KeyEntry[], passphrase: string): string {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', deriveKey(passphrase, salt), iv).setAAD(Buffer.from(format));
  const data = Buffer.concat([cipher.update(JSON.stringify(entries), 'utf8'), cipher.final()]);
  const parts = { salt, iv, tag: cipher.getAuthTag(), data };
  const texts = Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64')]);
  return `${JSON.stringify({ format, ...Object.fromEntries(texts) }, null, 2)}\n`;
}

/** Throws StartFault for a file of another kind, and for a wrong passphrase. */
export function openArchive(text: string, passphrase: string): KeyEntry[] {
  const read = archive.safeParse(parseJson(text));
  if (!read.success) throw new StartFault('The file is no archive of keys that portal keys export has written.');
  const [salt, iv, tag, data] = [read.data.salt, read.data.iv, read.data.tag, read.data.data].map((part) =>
    Buffer.from(part, 'base64'),
  );
  if (!salt || !iv || tag?.length !== 16 || !data) throw new StartFault('The archive of keys is not complete.');
  try {
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(passphrase, salt), iv);
    decipher.setAAD(Buffer.from(format)).setAuthTag(tag);
    const opened = Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8');
    return z.array(keyEntry).parse(JSON.parse(opened));
  } catch (cause) {
    throw new StartFault('The passphrase is wrong, or the archive was changed.', { cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
