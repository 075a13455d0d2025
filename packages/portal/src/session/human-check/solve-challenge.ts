import { createPortalProblem } from '#portal/api/api-problem.ts';
import type { Challenge } from './human-check.queries.ts';

type DeriveKey = (password: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

/**
 * The largest number to try. The solutions of the portal's challenges are far smaller, so only a challenge without a solution reaches this
 * limit.
 */
const maxAttempts = 100_000;
/** The number of candidates that are tried in parallel; the browser distributes them over its threads. */
const parallelAttempts = 8;

/**
 * Solves a proof of work of ALTCHA (version 2): finds the number whose key has the required prefix, and returns it with the challenge as
 * base64-encoded JSON. ALTCHA's own widget injects HTML and starts workers from blobs, which our Content-Security-Policy forbids; this
 * function needs neither, and it does not block the page.
 */
export async function solveChallenge(challenge: Challenge): Promise<string> {
  const { algorithm, nonce, keyPrefix } = challenge.parameters;
  if (algorithm !== 'PBKDF2/SHA-256') throw createPortalProblem('UNREADABLE', 200);
  const deriveKey = await createDeriveKey(challenge);
  const prefix = parseHex(keyPrefix);
  for (let firstCounter = 0; firstCounter < maxAttempts; firstCounter += parallelAttempts) {
    const counters = Array.from({ length: parallelAttempts }, (_, offset) => firstCounter + offset);
    const keys = await Promise.all(counters.map((counter) => deriveKey(appendNumber(parseHex(nonce), counter))));
    const matchIndex = keys.findIndex((key) => prefix.every((byte, index) => key[index] === byte));
    const derivedKey = keys[matchIndex];
    if (derivedKey)
      return encodeAnswer({
        challenge,
        solution: { counter: firstCounter + matchIndex, derivedKey: toHex(derivedKey) },
      });
  }
  throw createPortalProblem('UNREADABLE', 200);
}

async function createDeriveKey({ parameters }: Challenge): Promise<DeriveKey> {
  const { cost, keyLength } = parameters;
  const salt = parseHex(parameters.salt);
  if (isSecureContext) {
    const pbkdf2Options = { name: 'PBKDF2', salt, iterations: cost, hash: 'SHA-256' };
    return async (password) => {
      const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
      return new Uint8Array(await crypto.subtle.deriveBits(pbkdf2Options, key, keyLength * 8));
    };
  }
  // Without TLS the browser offers no cryptography. The JavaScript library is slower, so this function lets the page do other work after
  // each key.
  const [{ pbkdf2 }, { sha256 }] = await Promise.all([
    import('@noble/hashes/pbkdf2.js'),
    import('@noble/hashes/sha2.js'),
  ]);
  return async (password) => {
    await new Promise((resolve) => setTimeout(resolve));
    return pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength });
  };
}

/** Appends a number to the nonce, as 32 bits, big-endian. */
function appendNumber(nonce: Uint8Array, counter: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(nonce.length + 4);
  bytes.set(nonce);
  new DataView(bytes.buffer).setUint32(nonce.length, counter);
  return bytes;
}

const parseHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (hexByte) => Number.parseInt(hexByte, 16));

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Encodes an answer as base64. The JSON of an answer contains only hex digits and whole numbers, so every character is one byte. */
const encodeAnswer = (solvedChallenge: unknown): string => btoa(JSON.stringify(solvedChallenge));
