import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const [randomLength, checkLength, shownLength] = [30, 6, 8];
const start = 'bpk_';
const keyPattern = new RegExp(`^${start}([\\dA-Za-z]{${randomLength}})([\\dA-Za-z]{${checkLength}})$`);

/**
 * Creates a key: `bpk_`, 30 random characters (178 bits), and 6 characters of their CRC-32, so that secret scanners recognise a key without a
 * request.
 */
export function createKey(randomBytes: (bytes: number) => Uint8Array): string {
  let body = '';
  while (body.length < randomLength)
    // Bytes from 248 on are left out, so that each of the 62 characters is equally likely.
    for (const byte of randomBytes(randomLength))
      if (byte < 248 && body.length < randomLength) body += alphabet[byte % 62];
  return `${start}${body}${computeCheck(body)}`;
}

/** Returns whether a bearer token has the form of a key. A session token never begins like a key, because it begins with `eyJ`. */
export const isKeyToken = (token: string): boolean => token.startsWith(start);

/** Returns the beginning of a key, by which its row is found and which pages show; null if the text is mistyped. */
export function readKeyPrefix(key: string): string | null {
  const [, body = '', check] = keyPattern.exec(key) ?? [];
  return body !== '' && computeCheck(body) === check ? findKeyPrefix(key) : null;
}

export const findKeyPrefix = (key: string): string => key.slice(0, start.length + shownLength);

export const hashKey = (key: string): string => createHash('sha256').update(key).digest('hex');

function computeCheck(body: string): string {
  let rest = crc32(body);
  let check = '';
  for (let at = 0; at < checkLength; at += 1) {
    check = `${alphabet[rest % 62]}${check}`;
    rest = Math.floor(rest / 62);
  }
  return check;
}
