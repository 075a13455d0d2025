import { createHash } from 'node:crypto';

/** The characters of recovery codes. Letters that look like a digit or like another letter are left out. */
const alphabet = 'abcdefghjkmnpqrstvwxyz0123456789';
const codeCount = 10;
const groupCount = 6;
const groupLength = 4;

/**
 * Creates ten recovery codes of 120 random bits, in groups that are easy to copy from paper. For a code of 112 bits or
 * more, a hash without salt is enough (OWASP ASVS 6.5.2).
 */
export const createRecoveryCodes = (randomBytes: (bytes: number) => Uint8Array): string[] =>
  Array.from({ length: codeCount }, () => {
    const characters = Array.from(
      randomBytes(groupCount * groupLength),
      (byte) => alphabet[byte % alphabet.length] ?? '',
    ).join('');
    return (characters.match(/.{4}/g) ?? []).join('-');
  });

/**
 * Returns the hash of a recovery code. The hash is stored, and compared with the hash of a typed code. Dashes, case and
 * full width are ignored; `o` is read as 0, `i` and `l` as 1.
 */
export function hashRecoveryCode(typedCode: string): string {
  const characters = typedCode
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  return createHash('sha256').update(characters).digest('hex');
}
