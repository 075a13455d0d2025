import { bytesToHex } from '@basics/licensing/bytes.ts';

/** The 20 letters of RFC 8628, 6.1: no vowels, so no words; no digits, and nothing that looks like L or another letter. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ';
const length = 8;
const size = BigInt(alphabet.length);

/** A code such as `WDJB-MJHT`: one of 20^8, 34.6 bits. */
export function createUserCode(chance: (bytes: number) => Uint8Array): string {
  // Of 2^64 numbers, so that each code is as likely as every other to one part in 700 million.
  let number = BigInt(`0x${bytesToHex(chance(8))}`);
  let code = '';
  while (code.length < length) {
    code += alphabet.charAt(Number(number % size));
    number /= size;
  }
  return formatUserCode(code);
}

/** The form in which a code is stored and shown: upper case, with one hyphen, whatever a person typed between the letters. */
export function formatUserCode(typed: string): string {
  const letters = typed.toUpperCase().replaceAll(/[^A-Z]/g, '');
  return `${letters.slice(0, length / 2)}-${letters.slice(length / 2)}`;
}
