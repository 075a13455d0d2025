import { createHash } from 'node:crypto';

/** Without letters that can be mistaken for digits or for each other. */
const alphabet = 'abcdefghjkmnpqrstvwxyz0123456789';
const codeCount = 10;
const groupCount = 6;
const groupLength = 4;

/** Ten codes of 120 random bits, in groups that are easy to copy from paper. From 112 bits on a plain hash is enough (OWASP ASVS 6.5.2). */
export const createRecoveryCodes = (chance: (bytes: number) => Uint8Array): string[] =>
  Array.from({ length: codeCount }, () => {
    const signs = Array.from(chance(groupCount * groupLength), (byte) => alphabet[byte % alphabet.length] ?? '').join(
      '',
    );
    return (signs.match(/.{4}/g) ?? []).join('-');
  });

/** The stored hash of a code, also used to look up a typed code: dashes and case are ignored, `o` is read as 0, `i` and `l` as 1. */
export function hashRecoveryCode(typed: string): string {
  const signs = typed
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  return createHash('sha256').update(signs).digest('hex');
}
