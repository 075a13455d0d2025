import { bytesToHex, encodeUtf8 } from '@basics/licensing/encoding/bytes.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';

/**
 * Returns the SHA-256 of a code's bytes in hex, so that the same code gets the same licence, however the text is
 * written.
 */
export const hashVerificationCode = ({ bytes }: Pick<VerificationCode, 'bytes'>): string =>
  bytesToHex(nodePrimitives.sha256(bytes));

/**
 * Returns the hash that identifies a renewal without a code, in place of the hash of a code. The hash of a licence never changes, so a
 * licence is renewed only once.
 */
export const hashRenewal = (licenceUid: string): Uint8Array =>
  nodePrimitives.sha256(encodeUtf8(`basics-renewal-v1\n${licenceUid}`));
