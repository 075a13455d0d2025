/**
 * The cryptographic functions that this package needs, as parameters, so that the same rules run in Node.js, in a browser and in a tool.
 * `sha256` returns 32 bytes; `verifyEd25519` (RFC 8032) gets a raw 32-byte public key and returns false instead of throwing.
 */
export type Primitives = {
  sha256(bytes: Uint8Array): Uint8Array;
  verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
};

/** The hash function alone, for functions that verify no signature. */
export type Hashing = Pick<Primitives, 'sha256'>;

/**
 * Signs with a private key, which is in a file, in a key service or in a test. `publicKey` is raw, 32 bytes; a
 * signature is 64 bytes.
 */
export type Signer = {
  publicKey: Uint8Array;
  sign(message: Uint8Array): Uint8Array;
};
