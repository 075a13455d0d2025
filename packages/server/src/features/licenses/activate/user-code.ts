import { bytesToHex } from '@basics/licensing/encoding/bytes.ts';

/** The 20 letters that RFC 8628, 6.1 recommends: without vowels, so that no words appear, and without letters that look alike. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ';
const codeLength = 8;
const alphabetSize = BigInt(alphabet.length);

/** Creates a code such as `WDJB-MJHT`. The number of possible codes is 20^8, which is 34.6 bits. */
export function createUserCode(randomBytes: (bytes: number) => Uint8Array): string {
  // A number of 64 bits makes all codes equally likely, with an error of one part in 700 million.
  let number = BigInt(`0x${bytesToHex(randomBytes(8))}`);
  let code = '';
  while (code.length < codeLength) {
    code += alphabet.charAt(Number(number % alphabetSize));
    number /= alphabetSize;
  }
  return formatUserCode(code);
}

/** Matches a code within other text. */
const codePattern = new RegExp(`(?<![A-Z])[${alphabet}]{4}[^A-Z]{0,3}[${alphabet}]{4}(?![A-Z])`);

/**
 * Converts what a person typed or pasted to the form in which a code is stored and shown: upper case, with one hyphen, without other
 * characters. Full-width letters count as letters.
 */
export function formatUserCode(typedCode: string): string {
  const text = typedCode.normalize('NFKC').toUpperCase();
  const letters = (codePattern.exec(text)?.[0] ?? text).replaceAll(/[^A-Z]/g, '');
  return `${letters.slice(0, codeLength / 2)}-${letters.slice(codeLength / 2)}`;
}
