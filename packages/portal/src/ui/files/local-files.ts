type NamedFile = { name: string; bytes: Uint8Array };

/**
 * Packs files into one ZIP file. If two files have the same name, a number is added to the name of the second file. The ZIP library is
 * loaded on the first call.
 */
export async function zipFiles(name: string, files: readonly NamedFile[]) {
  const { zipSync } = await import('fflate');
  const filesByName = new Map<string, Uint8Array>();
  for (const file of files) filesByName.set(findFreeName(file.name, filesByName), file.bytes);
  return { bytes: zipSync(Object.fromEntries(filesByName)), name, type: 'application/zip' };
}

/** Returns a name that is not used yet: as in a browser, "a.lic" becomes "a (2).lic". */
export function findFreeName(name: string, usedNames: ReadonlyMap<string, unknown>, copyNumber = 1): string {
  const candidate = copyNumber === 1 ? name : name.replace(/(\.[^.]*)?$/, ` (${copyNumber})$1`);
  return usedNames.has(candidate) ? findFreeName(name, usedNames, copyNumber + 1) : candidate;
}

/** Returns the name of a ZIP file with licences, which contains the date of today. */
export const createArchiveName = (): string => `Basics_licences_${new Date().toISOString().slice(0, 10)}.zip`;

/** The maximum size of a file in bytes: larger than any e-mail or file with a code or a licence. */
const maxFileBytes = 100_000;

type FileTextResult = { ok: true; text: string } | { ok: false; reason: 'tooLarge' | 'unreadable' };

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
