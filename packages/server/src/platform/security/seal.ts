import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts texts for a purpose and decrypts them for the same purpose, so that a copy of the database does not reveal them. */
export type Seal = {
  close(purpose: string, text: string): string;
  /** Returns null if the key is not on this machine, or if the text was sealed for another purpose or changed. */
  open(purpose: string, sealed: string): Promise<string | null>;
};

/** A sealing key of 32 bytes, and the id that each text sealed with it begins with. */
export type SealKey = { keyId: string; key: Uint8Array };

export type SealKeys = {
  /** Returns the key that seals new texts. */
  current(): SealKey;
  /** Finds the key with the given id; null if it is not on this machine. */
  find(keyId: string): Promise<Uint8Array | null>;
};

/** The id of a secret key, which reveals nothing about it: 8 bytes by HKDF (RFC 5869) in hex. */
export const secretKeyId = (key: Uint8Array): string =>
  Buffer.from(hkdfSync('sha256', key, new Uint8Array(), 'basics-portal key id', 8)).toString('hex');

/** Creates the keys of a process that has only this key. */
export function createSingleSealKey(key: Uint8Array): SealKeys {
  const keyId = secretKeyId(key);
  return { current: () => ({ keyId, key }), find: async (wantedKeyId) => (wantedKeyId === keyId ? key : null) };
}

/** The name of the key for texts without a key id, which earlier versions encrypted with the session key. */
export const earlierKeyName = 'session';

/** The id of the key that a text was sealed with. */
export function readSealKeyId(sealed: string): string {
  const end = sealed.indexOf('.');
  return end === -1 ? earlierKeyName : sealed.slice(0, end);
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM (NIST SP 800-38D), each purpose with its own key by HKDF (RFC 5869). A sealed text is `<id of the key>.<base64url>`. */
export function createSeal(keys: SealKeys): Seal {
  return {
    close(purpose, text) {
      const { keyId, key } = keys.current();
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, keyFor(key, purpose), nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return `${keyId}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
    },
    async open(purpose, sealed) {
      const key = await keys.find(readSealKeyId(sealed));
      const bytes = Buffer.from(sealed.slice(sealed.indexOf('.') + 1), 'base64url');
      if (key === null || bytes.length < nonceBytes + tagBytes) return null;
      const decipher = createDecipheriv(algorithm, keyFor(key, purpose), bytes.subarray(0, nonceBytes));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const decipheredText = decipher.update(bytes.subarray(nonceBytes + tagBytes));
      try {
        return Buffer.concat([decipheredText, decipher.final()]).toString('utf8');
      } catch {
        // This error is the only way in which GCM reports a wrong tag.
        return null;
      }
    },
  };
}

const keyFor = (key: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), `basics-portal seal ${purpose}`, 32));
