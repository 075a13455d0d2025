import { keyIdOf } from '@basics/licensing/licence-code.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import { bytesToHex } from '@basics/licensing/bytes.ts';
import type { Signer } from '@basics/licensing/primitives.ts';

/** The key that licences are signed with, and the 16 hex digits that name it. */
export type LicenseKey = { signer: Signer; keyId: string; publicKey: string };

export const licenseKeyOf = (signer: Signer): LicenseKey => ({
  signer,
  keyId: keyIdOf(signer.publicKey, nodePrimitives),
  publicKey: bytesToHex(signer.publicKey),
});
