/**
 * Decodes the bytes of a text file that a person wrote: UTF-8, or UTF-16 if a byte order mark says so. The mark is left
 * out. Windows programs write UTF-16 and byte order marks. Returns null if the bytes are no text in these encodings.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
