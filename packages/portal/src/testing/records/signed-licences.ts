import { writeLicenceCode, type LicenceTerms } from '@basics/licensing/licence-code.ts';
import { writeLicenceFile } from '@basics/licensing/licence-file.ts';
import type { LicencePayload } from '@basics/licensing/licence-payload.ts';
import type { Signer } from '@basics/licensing/primitives.ts';
import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';
import { writeRevocationList, type RevocationList } from '@basics/licensing/revocation-list.ts';
import { createYearLicence } from '@basics/licensing/testing/year-long.ts';
import { getPublicKey, hashes, sign } from '@noble/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2.js';

hashes.sha512 = sha512;

/** Creates a signer for tests; its private key is public. */
function createSigner(seed: Uint8Array): Signer {
  return { publicKey: getPublicKey(seed), sign: (message) => sign(message, seed) };
}

/** The TEST key of docs/licence-format.md, and a key that no portal has published. */
export const testSigner = createSigner(Uint8Array.from({ length: 32 }, (_, at) => at));
export const unknownSigner = createSigner(new Uint8Array(32).fill(7));

export const testKeyId = '56475aa75463474c';

/** Creates the list of keys that a portal publishes, with one key that has the given status of the key rotation. */
export const createKeyList = (status: string, { publicKey }: Signer = testSigner) => ({
  keys: [{ kid: bytesToHex(sha256(publicKey).slice(0, 8)), publicKey: bytesToHex(publicKey), status }],
});

/** Creates the signed revocation list of tool 7, by default of this minute and without licences. */
export const createRevocationList = (change: Partial<RevocationList> = {}, signer = testSigner): string =>
  writeRevocationList(
    { toolId: 7, seq: 1, issuedAt: secondsNow(), nextAt: secondsNow() + daySeconds, ids: [], keys: [], ...change },
    signer,
    { sha256 },
  );

/** The names that a portal publishes for tool 7. */
export const publishedNames = {
  tools: [{ id: 'basics', name: 'Basics', number: 7, addOns: [{ id: 'configRail', name: 'Config Rail', bit: 0 }] }],
  brands: [
    { id: 'blue', name: 'Basics Blue', number: 0 },
    { id: 'red', name: 'Basics Red', number: 1 },
  ],
};

const daySeconds = 86_400;
export const secondsNow = (): number => Math.floor(Date.now() / 1000);

/** Creates a licence file, by default for the PC DESK-1 and valid for a year from yesterday. */
export const createLicenceFile = (change: Partial<LicencePayload> = {}, signer = testSigner): string =>
  writeLicenceFile(createYearLicence(secondsNow(), change), signer, { sha256 });

/** Creates a licence code, by default with the terms of the licence file. */
export const createLicenceCode = (change: Partial<LicenceTerms> = {}, signer = testSigner): string =>
  writeLicenceCode(
    {
      licenceId: new Uint8Array(8).fill(5),
      toolId: 7,
      maxMajor: 3,
      scheme: 1,
      brand: 1,
      trial: false,
      entitlements: 1,
      issuedAt: secondsNow() - daySeconds,
      expiresAt: secondsNow() + 364 * daySeconds,
      fingerprint: new Uint8Array(16).fill(7),
      requestHash: new Uint8Array(8).fill(9),
      ...change,
    },
    signer,
    { sha256 },
  );
