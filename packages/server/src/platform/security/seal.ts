import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Seals data that must be read again, but not from a stolen copy of the database; it can be opened only for the purpose
 * for which it was sealed.
 */
export type Seal = {
  close(purpose: string, text: string): string;
  /** Null: sealed with another key or for another purpose, or changed since then. */
  open(purpose: string, sealed: string): string | null;
};

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * AES-256-GCM (NIST SP 800-38D). Each purpose has its own key, derived by HKDF (RFC 5869) from the key next to the
 * database.
 */
export function sealWith(key: Uint8Array): Seal {
  const keyFor = (purpose: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), `basics-portal seal ${purpose}`, 32));
  return {
    close(purpose, text) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, keyFor(purpose), nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < nonceBytes + tagBytes) return null;
      const decipher = createDecipheriv(algorithm, keyFor(purpose), bytes.subarray(0, nonceBytes));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const opened = decipher.update(bytes.subarray(nonceBytes + tagBytes));
      try {
        return Buffer.concat([opened, decipher.final()]).toString('utf8');
      } catch {
        // The only way in which GCM reports a wrong tag.
        return null;
      }
    },
  };
}
