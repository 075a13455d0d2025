import { createHash, createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { concatBytes, hexToBytes } from './encoding/bytes.ts';
import type { Primitives, Signer } from './primitives.ts';

/** RFC 8410: the DER prefix of the 32 raw bytes of an Ed25519 key. */
const spkiPrefix = hexToBytes('302a300506032b6570032100');
const pkcs8Prefix = hexToBytes('302e020100300506032b657004220420');

export const nodePrimitives: Primitives = {
  sha256: (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest()),
  verifyEd25519(publicKey, message, signature) {
    if (publicKey.length !== 32 || signature.length !== 64) return false;
    return verify(null, message, toKeyObject(publicKey), signature);
  },
};

/** Creates a signer from the 32-byte private seed of RFC 8032. */
export function createSignerFromSeed(seed: Uint8Array): Signer {
  if (seed.length !== 32) throw new RangeError(`An Ed25519 seed has 32 bytes, not ${seed.length}`);
  const der = Buffer.from(concatBytes(pkcs8Prefix, seed));
  return createSigner(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
}

/** Creates a signer from a PKCS#8 private key in PEM, as `openssl genpkey -algorithm ed25519` writes it. */
export function createSignerFromPem(pem: string): Signer {
  return createSigner(createPrivateKey(pem));
}

/** Converts a raw public key to SPKI PEM, which `openssl pkeyutl -pubin -inkey` reads. */
export function publicKeyToPem(publicKey: Uint8Array): string {
  return toKeyObject(publicKey).export({ format: 'pem', type: 'spki' }).toString();
}

function createSigner(privateKey: KeyObject): Signer {
  if (privateKey.asymmetricKeyType !== 'ed25519') {
    throw new TypeError(`The signing key must be Ed25519, not ${privateKey.asymmetricKeyType ?? 'symmetric'}`);
  }
  const der = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return {
    publicKey: new Uint8Array(der.subarray(spkiPrefix.length)),
    sign: (message) => new Uint8Array(sign(null, message, privateKey)),
  };
}

function toKeyObject(rawPublicKey: Uint8Array): KeyObject {
  return createPublicKey({ key: Buffer.from(concatBytes(spkiPrefix, rawPublicKey)), format: 'der', type: 'spki' });
}
