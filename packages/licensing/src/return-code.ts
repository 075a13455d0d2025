import { bytesToHex, concatBytes, encodeUint, encodeUtf8, equalBytes, hexToBytes, readUint } from './encoding/bytes.ts';
import { countCharacters } from './text/crockford.ts';
import type { Hashing } from './primitives.ts';
import { accept, refuse, type Reading } from './encoding/reading.ts';
import { readCodeText, toCodeText, type CodeRefusal } from './text/text-form.ts';

/**
 * What a tool reports after a licence was removed from its PC. A return code is not signed, because nothing can prove that no copy of the
 * licence was kept.
 */
export type ReturnClaims = {
  toolId: number;
  /** The id of the licence: 16 hex digits. */
  licenceId: string;
  /** When the licence was removed, by the clock of the PC, in Unix seconds. */
  returnedAt: number;
};

/** A return code that was read: its claims, and the code on one line. */
export type ReturnCode = { claims: ReturnClaims; text: string };

const firstByte = 0x31;
const checksumOffset = 15;
const byteLength = 19;

/** Writes the code on one line; the same claims give the same code. */
export function writeReturnCode({ toolId, licenceId, returnedAt }: ReturnClaims, hashing: Hashing): string {
  const body = concatBytes(
    encodeUint(firstByte, 1),
    encodeUint(toolId, 2),
    hexToBytes(licenceId),
    encodeUint(returnedAt, 4),
  );
  return toCodeText('BR', concatBytes(body, computeChecksum(body, hashing)));
}

/** Reads a return code in a pasted text; see `readCodeText`. */
export const readReturnCode = (text: string, hashing: Hashing): Reading<ReturnCode, CodeRefusal> =>
  readCodeText<ReturnCode, CodeRefusal>(text, {
    prefix: 'BR',
    firstByte,
    countExpected: () => countCharacters(byteLength),
    accept: (bytes) => readBytes(bytes, hashing),
  });

function readBytes(bytes: Uint8Array, hashing: Hashing): Reading<ReturnCode, CodeRefusal> {
  const body = bytes.subarray(0, checksumOffset);
  if (!equalBytes(computeChecksum(body, hashing), bytes.subarray(checksumOffset))) return refuse('CODE_TYPO');
  const claims: ReturnClaims = {
    toolId: readUint(bytes, 1, 2),
    licenceId: bytesToHex(bytes.subarray(3, 11)),
    returnedAt: readUint(bytes, 11, 4),
  };
  return accept({ claims, text: toCodeText('BR', bytes) });
}

const computeChecksum = (body: Uint8Array, hashing: Hashing): Uint8Array =>
  hashing.sha256(concatBytes(encodeUtf8('basics-rc-v1\n'), body)).slice(0, byteLength - checksumOffset);
