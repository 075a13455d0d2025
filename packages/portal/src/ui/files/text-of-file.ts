/** The maximum size of a file in bytes: larger than any e-mail or file with a code or a licence. */
const maxFileBytes = 100_000;

export type FileTextResult = { ok: true; text: string } | { ok: false; reason: 'tooLarge' | 'unreadable' };

/** Reads the text of a file as UTF-8, or as UTF-16 if the file begins with the byte-order mark of UTF-16, as files of Windows shells do. */
export async function readFileText(file: File): Promise<FileTextResult> {
  if (file.size > maxFileBytes) return { ok: false, reason: 'tooLarge' };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { ok: true, text: new TextDecoder(detectEncoding(bytes)).decode(bytes) };
  } catch {
    return { ok: false, reason: 'unreadable' }; // The file is a folder, or it no longer exists.
  }
}

function detectEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
