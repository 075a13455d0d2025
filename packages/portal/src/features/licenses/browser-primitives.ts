import { sha256 } from '@noble/hashes/sha2.js';
import type { Hashing } from '@basics/licensing/primitives.ts';

/** What reading a verification code needs, in a browser. `crypto.subtle` would do only over HTTPS, and only asynchronously. */
export const browserPrimitives: Hashing = { sha256: (bytes) => sha256(bytes) };
