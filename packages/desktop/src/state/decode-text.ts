/**
 * Decodes the text of a file that an editor or a shell has written: UTF-8, or UTF-16 with a byte-order mark, which PowerShell writes. Bytes
 * in any other encoding become replacement characters, which no code and no licence file contains.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
