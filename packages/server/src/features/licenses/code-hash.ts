import { bytesToHex } from '@basics/licensing/bytes.ts';
import { nodePrimitives } from '@basics/licensing/node-primitives.ts';
import type { VerificationCode } from '@basics/licensing/verification-code.ts';

/** SHA-256 of a code's bytes in hex: the same code gives the same licence, however it is written. */
export const hashVerificationCode = ({ bytes }: Pick<VerificationCode, 'bytes'>): string =>
  bytesToHex(nodePrimitives.sha256(bytes));
