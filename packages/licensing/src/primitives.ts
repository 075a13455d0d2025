/**
 * The cryptography that this package needs, handed in so that the same rules run in Node, in a browser and in a tool.
 * `sha256` gives 32 bytes; `verifyEd25519` (RFC 8032) takes a raw 32-byte public key and answers false, never throws.
 */
export type Primitives = {
  sha256(bytes: Uint8Array): Uint8Array;
  verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
};

/** All that reading and writing a verification code needs: it is a claim, nobody signs it. */
export type Hashing = Pick<Primitives, 'sha256'>;

/** Whoever holds the private key: a file, a key service, a test. `publicKey` is raw, 32 bytes; a signature is 64 bytes. */
export type Signer = {
  publicKey: Uint8Array;
  sign(message: Uint8Array): Uint8Array;
};
