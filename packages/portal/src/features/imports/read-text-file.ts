/**
 * Returns the text of a file that a spreadsheet program saved as UTF-8, UTF-16 with a byte-order mark, or Windows-1252. Empty cells
 * at the end of a tab-separated table get quotation marks, because the text of a request is trimmed.
 */
export async function readTextFile(file: Blob): Promise<string> {
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  return text.replace(/\t+\s*$/, (end) => '\t""'.repeat(end.replaceAll(/[^\t]/g, '').length));
}

function decodeText(bytes: Uint8Array): string {
  const byteOrderMark = `${bytes[0]} ${bytes[1]}`;
  if (byteOrderMark === '255 254') return new TextDecoder('utf-16le').decode(bytes);
  if (byteOrderMark === '254 255') return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
