import { hashes, verify } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';

hashes.sha512 = sha512;

/** Verifies an Ed25519 signature (RFC 8032) in JavaScript, for browsers without Ed25519 and for pages without HTTPS. */
export function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return verify(signature, message, publicKey, { zip215: false });
  } catch {
    return false; // The key or signature is not a point of the curve.
  }
}
