/** More than any mail or file that a code or a licence comes in, in bytes. */
const largestFile = 100_000;

export type FileText = { ok: true; text: string } | { ok: false; reason: 'tooLarge' | 'unreadable' };

/** The text of a file; by its byte-order mark also in UTF-16, which is what a Windows shell writes. */
export async function textOfFile(file: File): Promise<FileText> {
  if (file.size > largestFile) return { ok: false, reason: 'tooLarge' };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { ok: true, text: new TextDecoder(encodingOf(bytes)).decode(bytes) };
  } catch {
    return { ok: false, reason: 'unreadable' }; // A folder, or a file that is gone.
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
