import { sha256 } from '@noble/hashes/sha2.js';
import { equalBytes } from '@basics/licensing/encoding/bytes.ts';
import type { Primitives } from '@basics/licensing/primitives.ts';

/**
 * Reads a signed text and verifies its signature with the Ed25519 of the browser. The browser verifies asynchronously but the readers are
 * synchronous, so this function reads twice: first to collect the signatures, then with the results of their verification.
 */
export async function readVerified<Value>(readText: (primitives: Primitives) => Value): Promise<Value> {
  const pendingChecks: SignatureCheck[] = [];
  const recordCheck = (...check: SignatureCheck): boolean => {
    pendingChecks.push(check);
    return false;
  };
  const firstResult = readText({ sha256, verifyEd25519: recordCheck });
  if (pendingChecks.length === 0) return firstResult;
  const checkResults = await Promise.all(pendingChecks.map((check) => isGenuine(check)));
  const validChecks = pendingChecks.filter((_, index) => checkResults[index]);
  const verifyEd25519 = (...check: SignatureCheck): boolean =>
    validChecks.some((validCheck) => isSameCheck(validCheck, check));
  return readText({ sha256, verifyEd25519 });
}

type SignatureCheck = Parameters<Primitives['verifyEd25519']>;

const isSameCheck = (firstCheck: SignatureCheck, secondCheck: SignatureCheck): boolean =>
  firstCheck.every((bytes, index) => equalBytes(bytes, secondCheck[index] ?? new Uint8Array(0)));

/** Verifies a signature with the Ed25519 of the browser, or else in JavaScript. The check has the public key, the message and the signature. */
export async function isGenuine(check: SignatureCheck): Promise<boolean> {
  const browserKey = await importBrowserKey(check[0]);
  if (!browserKey) return (await import('./noble-ed25519.ts')).isSignedBy(...check);
  const [message, signature] = [new Uint8Array(check[1]), new Uint8Array(check[2])];
  return crypto.subtle.verify('Ed25519', browserKey, signature, message);
}

/** Imports a key for the Web Crypto API. Returns null if the browser has no Ed25519 or the page is loaded without HTTPS. */
async function importBrowserKey(publicKey: Uint8Array): Promise<CryptoKey | null> {
  if (!isSecureContext) return null;
  try {
    return await crypto.subtle.importKey('raw', new Uint8Array(publicKey), 'Ed25519', false, ['verify']);
  } catch {
    return null;
  }
}
