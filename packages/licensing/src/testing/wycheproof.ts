import { hexToBytes } from '#licensing/encoding/bytes.ts';
import { wycheproofEd25519 } from './wycheproof-ed25519.data.ts';

/** A signature and whether a verifier must accept it; `comment` says what is wrong with it. */
export type SignatureVector = {
  id: number;
  isValid: boolean;
  publicKey: Uint8Array;
  message: Uint8Array;
  signature: Uint8Array;
  comment: string;
};

/** All Ed25519 vectors of Project Wycheproof. Some public keys and signatures have the wrong length on purpose. */
export const signatureVectors: readonly SignatureVector[] = wycheproofEd25519
  .trim()
  .split('\n')
  .map((line) => {
    const [id = '', result, publicKey = '', message = '', signature = '', ...comment] = line.split(' ');
    return {
      id: Number(id),
      isValid: result === 'valid',
      publicKey: decodeHex(publicKey),
      message: decodeHex(message),
      signature: decodeHex(signature),
      comment: comment.join(' '),
    };
  });

function decodeHex(hex: string): Uint8Array {
  return hexToBytes(hex === '-' ? '' : hex);
}

/** Returns the vectors for which a verifier gives the wrong result, each as its number and comment. */
export async function findMisjudgedVectors(
  verify: (vector: SignatureVector) => boolean | Promise<boolean>,
): Promise<readonly string[]> {
  const misjudgedVectors: string[] = [];
  for (const vector of signatureVectors) {
    if ((await verify(vector)) !== vector.isValid) misjudgedVectors.push(`${vector.id} ${vector.comment}`);
  }
  return misjudgedVectors;
}
