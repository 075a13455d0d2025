import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts texts for a purpose, and decrypts them only for the same purpose. A copy of the database alone does not reveal these texts. */
export type Seal = {
  close(purpose: string, text: string): string;
  /**
   * Decrypts a sealed text. Returns null if the key is not on this machine, if the text was sealed for another purpose, or if it was
   * changed.
   */
  open(purpose: string, sealed: string): Promise<string | null>;
  /** Returns the keyed hash of a text (HMAC with SHA-256, in hex). A copy of the database alone does not allow to guess the text. */
  mark(purpose: string, text: string): string;
};

/** A sealing key of 32 bytes, and its id, with which each text that is sealed with this key begins. */
export type SealKey = { keyId: string; key: Uint8Array };

export type SealKeys = {
  /** Returns the key that seals new texts. */
  current(): SealKey;
  /** Finds the key with the given id; null if it is not on this machine. */
  find(keyId: string): Promise<Uint8Array | null>;
};

/** Returns the id of a secret key: 8 bytes by HKDF (RFC 5869) in hex, which reveal nothing about the key. */
export const computeSecretKeyId = (key: Uint8Array): string =>
  Buffer.from(hkdfSync('sha256', key, new Uint8Array(), 'basics-portal key id', 8)).toString('hex');

/** Creates the sealing keys of a process that has only the given key. */
export function createSingleSealKey(key: Uint8Array): SealKeys {
  const keyId = computeSecretKeyId(key);
  return { current: () => ({ keyId, key }), find: async (wantedKeyId) => (wantedKeyId === keyId ? key : null) };
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Seals texts with AES-256-GCM (NIST SP 800-38D). Each purpose has its own key, which HKDF (RFC 5869) derives from the sealing key. A
 * sealed text is `<id of the key>.<base64url>`.
 */
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
      const [keyId = '', content = ''] = sealed.split('.');
      const key = await keys.find(keyId);
      const bytes = Buffer.from(content, 'base64url');
      if (key === null || bytes.length < nonceBytes + tagBytes) return null;
      const decipher = createDecipheriv(algorithm, keyFor(key, purpose), bytes.subarray(0, nonceBytes));
      decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const decipheredText = decipher.update(bytes.subarray(nonceBytes + tagBytes));
      try {
        return Buffer.concat([decipheredText, decipher.final()]).toString('utf8');
      } catch {
        // Node.js throws an error if the tag of GCM is wrong.
        return null;
      }
    },
    mark: (purpose, text) =>
      createHmac('sha256', keyFor(keys.current().key, `mark ${purpose}`))
        .update(text)
        .digest('hex'),
  };
}

const keyFor = (key: Uint8Array, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), `basics-portal seal ${purpose}`, 32));

/**
 * The purposes for which secrets are sealed (encrypted with the sealing key). The purpose contains the id of the user or of the
 * webhook. A sealed secret therefore cannot be opened after somebody copies it to another row.
 */
export const sealPurposes = {
  authenticatorApp: (userId: number): string => `authenticator app of user ${userId}`,
  /** The links to files contain who may use them. */
  downloadLink: 'download link',
  webhook: (webhookId: number): string => `secrets of webhook ${webhookId}`,
};
