import { sha256 } from '@noble/hashes/sha2.js';
import { equalBytes } from '@basics/licensing/bytes.ts';
import { readLicence } from '@basics/licensing/licence.ts';
import type { Licence, LicenceRefusal } from '@basics/licensing/licence.ts';
import type { Primitives } from '@basics/licensing/primitives.ts';
import type { Reading } from '@basics/licensing/reading.ts';

/**
 * Reads a licence and verifies its signature with the Ed25519 of the browser. That is asynchronous, and the reader is synchronous: so
 * it reads twice, first to collect the signatures to verify, then with the results.
 */
export async function readGenuine(
  text: string,
  keys: readonly Uint8Array[],
): Promise<Reading<Licence, LicenceRefusal>> {
  const asked: Question[] = [];
  const ask = (...question: Question): boolean => {
    asked.push(question);
    return false;
  };
  const first = readLicence(text, keys, { sha256, verifyEd25519: ask });
  if (asked.length === 0) return first;
  const answers = await Promise.all(asked.map((question) => isGenuine(question)));
  const genuine = asked.filter((_, at) => answers[at]);
  const verifyEd25519 = (...question: Question): boolean => genuine.some((each) => isSame(each, question));
  return readLicence(text, keys, { sha256, verifyEd25519 });
}

type Question = Parameters<Primitives['verifyEd25519']>;

const isSame = (one: Question, other: Question): boolean =>
  one.every((bytes, at) => equalBytes(bytes, other[at] ?? new Uint8Array(0)));

/** Verifies with the browser if it can, else with the verifier in JavaScript. Arguments: public key, message, signature. */
export async function isGenuine(question: Question): Promise<boolean> {
  const own = await importBrowserKey(question[0]);
  if (!own) return (await import('./noble-ed25519.ts')).isSignedBy(...question);
  const [message, signature] = [new Uint8Array(question[1]), new Uint8Array(question[2])];
  return crypto.subtle.verify('Ed25519', own, signature, message);
}

/** Imports the key for the Web Crypto API; null if the browser has no Ed25519, or disables it on a page without HTTPS. */
async function importBrowserKey(publicKey: Uint8Array): Promise<CryptoKey | null> {
  if (!isSecureContext) return null;
  try {
    return await crypto.subtle.importKey('raw', new Uint8Array(publicKey), 'Ed25519', false, ['verify']);
  } catch {
    return null;
  }
}
