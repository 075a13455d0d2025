import { sha256 } from '@noble/hashes/sha2.js';
import type { Hashing } from '@basics/licensing/primitives.ts';

/** The hash function for reading a verification code in a browser. `crypto.subtle` is not used: it needs HTTPS and is asynchronous. */
export const browserPrimitives: Hashing = { sha256: (bytes) => sha256(bytes) };
