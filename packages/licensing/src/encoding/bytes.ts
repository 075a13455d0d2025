export function concatBytes(...byteArrays: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(byteArrays.reduce((length, part) => length + part.length, 0));
  let position = 0;
  for (const part of byteArrays) {
    result.set(part, position);
    position += part.length;
  }
  return result;
}

export function encodeUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Decodes UTF-8. Returns undefined if the bytes are not UTF-8. A byte-order mark is kept as a character. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export function bytesToHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Decodes hexadecimal digits in lower or upper case, two for each byte. Throws a RangeError for any other text. */
export function hexToBytes(hex: string): Uint8Array {
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(hex)) throw new RangeError('Hex digits must come in pairs');
  return Uint8Array.from(hex.match(/../g) ?? [], (digitPair) => Number.parseInt(digitPair, 16));
}

export function equalBytes(leftBytes: Uint8Array, rightBytes: Uint8Array): boolean {
  return leftBytes.length === rightBytes.length && leftBytes.every((byte, index) => byte === rightBytes[index]);
}

/** Encodes a whole number as big-endian bytes. Throws a RangeError if the number does not fit. */
export function encodeUint(value: number, size: 1 | 2 | 4): Uint8Array {
  if (!Number.isInteger(value) || value < 0 || value >= 256 ** size) {
    throw new RangeError(`${value} is not a whole number of ${size} bytes`);
  }
  return Uint8Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** (size - 1 - index)) % 256);
}

/** Reads a big-endian number. Bytes after the end of `bytes` count as zero, so callers check the length first. */
export function readUint(bytes: Uint8Array, offset: number, size: 1 | 2 | 4): number {
  let value = 0;
  for (let index = offset; index < offset + size; index++) value = value * 256 + (bytes[index] ?? 0);
  return value;
}

/** Returns the bytes if there are exactly `length` bytes. Otherwise throws a RangeError. */
export function requireLength(length: number, bytes: Uint8Array, field: string): Uint8Array {
  if (bytes.length !== length) throw new RangeError(`${field} has ${length} bytes, not ${bytes.length}`);
  return bytes;
}

/** Encodes bytes as standard base64 (RFC 4648) with padding and without line breaks. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/**
 * Decodes standard base64. Returns undefined if encoding the decoded bytes would give another text, so that every changed bit of the text
 * is detected.
 */
export function fromBase64(text: string): Uint8Array | undefined {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return undefined;
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : undefined;
}
