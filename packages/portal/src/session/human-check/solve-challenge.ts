import { portalProblem } from '#portal/api/api-problem.ts';
import type { Challenge } from './human-check.queries.ts';

type Derive = (password: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

/** Far above any number that the portal uses, so that a challenge without a solution ends. */
const maxTries = 100_000;
/** Numbers tried in parallel: the browser distributes them over its threads. */
const parallelTries = 8;

/**
 * Solves a proof of work of ALTCHA (version 2): finds the number whose key has the required prefix, and returns it with the challenge as
 * base64-encoded JSON. ALTCHA's own widget injects HTML and starts workers from blobs, which our Content-Security-Policy forbids; this
 * function needs neither, and it does not block the page.
 */
export async function solveChallenge(challenge: Challenge): Promise<string> {
  const { algorithm, nonce, keyPrefix } = challenge.parameters;
  if (algorithm !== 'PBKDF2/SHA-256') throw portalProblem('UNREADABLE', 200);
  const derive = await createDerive(challenge);
  const prefix = parseHex(keyPrefix);
  for (let first = 0; first < maxTries; first += parallelTries) {
    const counters = Array.from({ length: parallelTries }, (_, offset) => first + offset);
    const keys = await Promise.all(counters.map((counter) => derive(appendNumber(parseHex(nonce), counter))));
    const found = keys.findIndex((key) => prefix.every((byte, index) => key[index] === byte));
    const derivedKey = keys[found];
    if (derivedKey)
      return encodeAnswer({ challenge, solution: { counter: first + found, derivedKey: toHex(derivedKey) } });
  }
  throw portalProblem('UNREADABLE', 200);
}

async function createDerive({ parameters }: Challenge): Promise<Derive> {
  const { cost, keyLength } = parameters;
  const salt = parseHex(parameters.salt);
  if (isSecureContext) {
    const how = { name: 'PBKDF2', salt, iterations: cost, hash: 'SHA-256' };
    return async (password) => {
      const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
      return new Uint8Array(await crypto.subtle.deriveBits(how, key, keyLength * 8));
    };
  }
  // Without TLS the browser offers no cryptography. Our own implementation is slower, and yields to the page between two keys.
  const [{ pbkdf2 }, { sha256 }] = await Promise.all([
    import('@noble/hashes/pbkdf2.js'),
    import('@noble/hashes/sha2.js'),
  ]);
  return async (password) => {
    await new Promise((resolve) => setTimeout(resolve));
    return pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength });
  };
}

/** The nonce followed by the number, 32 bits, big-endian. */
function appendNumber(nonce: Uint8Array, counter: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(nonce.length + 4);
  bytes.set(nonce);
  new DataView(bytes.buffer).setUint32(nonce.length, counter);
  return bytes;
}

const parseHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Hex digits and whole numbers only, so every character is one byte. */
const encodeAnswer = (answer: unknown): string => btoa(JSON.stringify(answer));
