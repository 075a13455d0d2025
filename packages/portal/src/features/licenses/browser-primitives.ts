import { sha256 } from '@noble/hashes/sha2.js';
import type { Hashing } from '@basics/licensing/primitives.ts';

/** The cryptography for reading a verification code in a browser. `crypto.subtle` works only over HTTPS, and only asynchronously. */
export const browserPrimitives: Hashing = { sha256: (bytes) => sha256(bytes) };
